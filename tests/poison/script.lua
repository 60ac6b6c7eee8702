-- script.lua - what the poisoned Lua interpreter runs: a little of everything, with output that depends on all of it.
local function permute(a, n, out)
  if n == 0 then out[#out + 1] = table.concat(a, ",") return end
  for i = 1, n do
    a[n], a[i] = a[i], a[n]
    permute(a, n - 1, out)
    a[n], a[i] = a[i], a[n]
  end
end
local out = {}
permute({1, 2, 3, 4}, 4, out)
table.sort(out, function(x, y) return x > y end)
print(#out, out[1], out[#out])

local seed = 42
local function random(n) seed = (seed * 1103515245 + 12345) % 2147483648 return seed % n end
local list = {}
for i = 1, 100 do list[i] = random(1000) end
table.sort(list)
local sum = 0
for i, v in ipairs(list) do sum = (sum * 31 + v * i) % 1000000007 end
print(sum)

local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
print(fib(12))

local function risky(n)
  if n == 0 then error({code = 7, text = "deep"}) end
  local ok, e = pcall(risky, n - 1)
  if n % 3 == 0 then error(e) end
  return ok and "fine" or e.code + n
end
for i = 1, 10 do print(pcall(risky, i)) if i > 2 then break end end
for i = 3, 9 do local ok, e = pcall(risky, i) print(ok, type(e) == "table" and e.text or e) end
print(select(2, pcall(function() return #nil end)))
print(select(2, xpcall(function() local x = {} .. "a" end, function(m) return "handled: " .. m end)))

local function producer(n) return coroutine.wrap(function() for i = 1, n do coroutine.yield(i * i, "v" .. i) end end) end
local total = 0
for v, name in producer(15) do total = total + v + #name end
print(total)
local threads = {}
for i = 1, 5 do threads[i] = coroutine.create(function(a) for k = 1, 3 do a = a * 2 + coroutine.yield(a) end return a end) end
for round = 1, 4 do for i, t in ipairs(threads) do io.write(tostring(select(2, coroutine.resume(t, i + round))), " ") end end
print()

local text = ("the quick brown fox jumps over the lazy dog "):rep(5)
local count = {}
for w in text:gmatch("%a+") do count[w] = (count[w] or 0) + 1 end
local keys = {}
for k in pairs(count) do keys[#keys + 1] = k end
table.sort(keys)
for _, k in ipairs(keys) do io.write(k, "=", count[k], " ") end
print()
print((text:gsub("(%w+) (%w+)", "%2 %1", 3)))
print(string.format("%5d|%-8s|%08.3f|%x|%q|%g|%c|%i|%5.1s|%%|%a", 42, "left", 3.14159, 255, 'quote "me"\n', 1e20, 65, -7, "xyz", 0.5))
print(string.pack("<i4z", 77, "hi"):byte(1, -1))
print(tostring(1e15), 2^53, 7 // 2, -7 // 2, 7 % -3, 7.5 // 2, 1 / 0, -1 / 0, 3 | 4, 6 & 3, 5 ~ 1, 1 << 40, ~0)
print(math.maxinteger + 1 == math.mininteger, math.floor(-3.5), math.type(3), math.type(3.0), tonumber("0x1p4"), tonumber("z", 36))

local meta = {__index = function(t, k) return k .. "!" end, __add = function(a, b) return a.v + b.v end,
  __lt = function(a, b) return a.v < b.v end, __call = function(self, x) return self.v * x end, __tostring = function(s) return "<" .. s.v .. ">" end}
local a, b = setmetatable({v = 3}, meta), setmetatable({v = 4}, meta)
print(a + b, a < b, a(10), a.name, tostring(b))

local weak = setmetatable({}, {__mode = "k"})
for i = 1, 60 do weak[{}] = i local t = {} for k = 1, 5 do t[k] = {k, tostring(k)} end end
collectgarbage()
local left = 0
for _ in pairs(weak) do left = left + 1 end
print(left)
for i = 1, 30 do local s = "" for k = 1, 20 do s = s .. k end end
collectgarbage("step")

local chunk = assert(load("local a <const>, b = ... ; goto done ; b = 0 ::done:: return a * b, function() b = b + 1 return b end"))
local product, closure = chunk(6, 7)
print(product, closure(), closure())
print(#arg, select("#", table.unpack({1, nil, 3}, 1, 3)), next({}), rawlen({1, 2}), rawequal(a, a))
do local closed <close> = setmetatable({}, {__close = function() print("closed") end}) print("in scope") end
local matrix = {}
for i = 1, 7 do matrix[i] = {} for j = 1, 7 do matrix[i][j] = (i * j) % 7 - 3.5 end end
local trace = 0
for i = 1, 7 do for j = 1, 7 do for k = 1, 7 do trace = trace + matrix[i][k] * matrix[k][j] end end end
print(string.format("%.6f", trace), os.time({year = 2020, month = 1, day = 1, hour = 12}) > 0, utf8.char(228, 8364, 128512), utf8.len("äö"))
