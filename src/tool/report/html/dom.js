/* dom.js - elements, made in one line. Text is always set as text: what it says is the program's. */

function add(parent, tag, className, text) {
    const element = document.createElement(tag);
    if (className)
        element.className = className;
    if (text !== undefined && text !== null)
        element.textContent = text;
    if (parent)
        parent.append(element);
    return element;
}

function addSvg(parent, tag, attributes) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes))
        element.setAttribute(name, value);
    parent.append(element);
    return element;
}

function addButton(parent, className, text, title, action) {
    const button = add(parent, "button", className, text);
    button.type = "button";
    if (title)
        button.title = title;
    button.addEventListener("click", action);
    return button;
}

/* A name of which, where there is no room, the end is shown: it says which one it is. */
function addName(parent, className, text) {
    const name = add(parent, "span", `${className} tail`);
    add(name, "bdi", "", text);
    return name;
}

/* The colour of a thread: a class, of which there are eight. */
const threadClass = (number) => `t${number % 8}`;

const addThread = (parent, number) => add(parent, "span", `badge ${threadClass(number)}`, number);
