/* containers.cc - the parts of list, map and set that are not templates: linking nodes. std::_List_node_base and the red-black tree of
 * std::map (Cormen, Leiserson, Rivest and Stein, Introduction to Algorithms, chapter 13). */
#include <list>
#include <map>
#include <utility>

namespace std {

/* ---- lists: circular, with a head that is no element ------------------------------------------------------------------------ */

namespace __detail {

void _List_node_base::_M_hook(_List_node_base *const position) noexcept
{
    _M_next = position;
    _M_prev = position->_M_prev;
    position->_M_prev->_M_next = this;
    position->_M_prev = this;
}

void _List_node_base::_M_unhook() noexcept
{
    _M_prev->_M_next = _M_next;
    _M_next->_M_prev = _M_prev;
}

/* [first, last) moves before this node. */
void _List_node_base::_M_transfer(_List_node_base *const first, _List_node_base *const last) noexcept
{
    if (this == last || first == last)
        return;
    _List_node_base *const before = first->_M_prev, *const end = last->_M_prev;
    before->_M_next = last;
    last->_M_prev = before;
    first->_M_prev = _M_prev;
    end->_M_next = this;
    _M_prev->_M_next = first;
    _M_prev = end;
}

void _List_node_base::_M_reverse() noexcept
{
    _List_node_base *node = this;
    do {
        std::swap(node->_M_next, node->_M_prev);
        node = node->_M_prev;
    } while (node != this);
}

/* Heads of two lists. An empty one points to itself. */
static void adopt(_List_node_base &head, const _List_node_base &old)
{
    if (head._M_next == &old)
        head._M_next = head._M_prev = &head;
    else
        head._M_next->_M_prev = head._M_prev->_M_next = &head;
}

void _List_node_base::swap(_List_node_base &a, _List_node_base &b) noexcept
{
    std::swap(a._M_next, b._M_next);
    std::swap(a._M_prev, b._M_prev);
    adopt(a, b);
    adopt(b, a);
}

} /* namespace __detail */

/* ---- trees. The header is no element: its parent is the root, its left and right are the first and the last element. --------------- */

using node = _Rb_tree_node_base;

static node *leftmost(node *n)
{
    while (n->_M_left)
        n = n->_M_left;
    return n;
}

static node *rightmost(node *n)
{
    while (n->_M_right)
        n = n->_M_right;
    return n;
}

/* The header looks like a red node whose grandchild is itself. */
static bool is_header(const node *n)
{
    return n->_M_color == _S_red && n->_M_parent && n->_M_parent->_M_parent == n;
}

node *_Rb_tree_increment(node *n) throw()
{
    if (n->_M_right)
        return leftmost(n->_M_right);
    node *parent = n->_M_parent;
    while (n == parent->_M_right) {
        n = parent;
        parent = parent->_M_parent;
    }
    return n->_M_right != parent ? parent : n; /* equal if the only element is the last one: n is the header */
}

const node *_Rb_tree_increment(const node *n) throw()
{
    return _Rb_tree_increment(const_cast<node *>(n));
}

node *_Rb_tree_decrement(node *n) throw()
{
    if (is_header(n))
        return n->_M_right;
    if (n->_M_left)
        return rightmost(n->_M_left);
    node *parent = n->_M_parent;
    while (n == parent->_M_left) {
        n = parent;
        parent = parent->_M_parent;
    }
    return parent;
}

const node *_Rb_tree_decrement(const node *n) throw()
{
    return _Rb_tree_decrement(const_cast<node *>(n));
}

/* `child` takes the place of n below n's parent. */
static void replace_child(node *n, node *child, node *&root)
{
    if (n == root)
        root = child;
    else if (n == n->_M_parent->_M_left)
        n->_M_parent->_M_left = child;
    else
        n->_M_parent->_M_right = child;
}

static void rotate_left(node *n, node *&root)
{
    node *up = n->_M_right;
    n->_M_right = up->_M_left;
    if (up->_M_left)
        up->_M_left->_M_parent = n;
    up->_M_parent = n->_M_parent;
    replace_child(n, up, root);
    up->_M_left = n;
    n->_M_parent = up;
}

static void rotate_right(node *n, node *&root)
{
    node *up = n->_M_left;
    n->_M_left = up->_M_right;
    if (up->_M_right)
        up->_M_right->_M_parent = n;
    up->_M_parent = n->_M_parent;
    replace_child(n, up, root);
    up->_M_right = n;
    n->_M_parent = up;
}

/* Two red nodes above each other: recolour as long as the uncle is red, else rotate, and it is done. */
static void repair_after_insert(node *n, node *&root)
{
    while (n != root && n->_M_parent->_M_color == _S_red) {
        node *parent = n->_M_parent, *grand = parent->_M_parent;
        const bool left = parent == grand->_M_left;
        node *uncle = left ? grand->_M_right : grand->_M_left;
        if (uncle && uncle->_M_color == _S_red) {
            parent->_M_color = uncle->_M_color = _S_black;
            grand->_M_color = _S_red;
            n = grand;
            continue;
        }
        if (n == (left ? parent->_M_right : parent->_M_left)) {
            n = parent;
            left ? rotate_left(n, root) : rotate_right(n, root);
        }
        n->_M_parent->_M_color = _S_black;
        grand->_M_color = _S_red;
        left ? rotate_right(grand, root) : rotate_left(grand, root);
    }
    root->_M_color = _S_black;
}

void _Rb_tree_insert_and_rebalance(const bool left, node *n, node *parent, node &header) throw()
{
    n->_M_parent = parent;
    n->_M_left = n->_M_right = nullptr;
    n->_M_color = _S_red;
    if (left) {
        parent->_M_left = n; /* also the header's, if the tree was empty */
        if (parent == &header) {
            header._M_parent = n;
            header._M_right = n;
        } else if (parent == header._M_left) {
            header._M_left = n;
        }
    } else {
        parent->_M_right = n;
        if (parent == header._M_right)
            header._M_right = n;
    }
    repair_after_insert(n, header._M_parent);
}

static bool is_black(const node *n)
{
    return !n || n->_M_color == _S_black;
}

/* The paths through n (which may be no node at all) have one black node less than the others. */
static void repair_after_erase(node *n, node *parent, node *&root)
{
    while (n != root && is_black(n)) {
        const bool left = n == parent->_M_left;
        node *sibling = left ? parent->_M_right : parent->_M_left;
        if (sibling->_M_color == _S_red) {
            sibling->_M_color = _S_black;
            parent->_M_color = _S_red;
            left ? rotate_left(parent, root) : rotate_right(parent, root);
            sibling = left ? parent->_M_right : parent->_M_left;
        }
        if (is_black(sibling->_M_left) && is_black(sibling->_M_right)) {
            sibling->_M_color = _S_red;
            n = parent;
            parent = parent->_M_parent;
            continue;
        }
        node *far = left ? sibling->_M_right : sibling->_M_left;
        if (is_black(far)) {
            (left ? sibling->_M_left : sibling->_M_right)->_M_color = _S_black;
            sibling->_M_color = _S_red;
            left ? rotate_right(sibling, root) : rotate_left(sibling, root);
            sibling = left ? parent->_M_right : parent->_M_left;
            far = left ? sibling->_M_right : sibling->_M_left;
        }
        sibling->_M_color = parent->_M_color;
        parent->_M_color = _S_black;
        far->_M_color = _S_black;
        left ? rotate_left(parent, root) : rotate_right(parent, root);
        break;
    }
    if (n)
        n->_M_color = _S_black;
}

/* The element behind `gone` takes its place, with its colour. Returns the node that takes the place of that element. */
static node *put_successor(node *gone, node *successor, node *&parent, node *&root)
{
    node *child = successor->_M_right;
    gone->_M_left->_M_parent = successor;
    successor->_M_left = gone->_M_left;
    parent = successor;
    if (successor != gone->_M_right) {
        parent = successor->_M_parent;
        if (child)
            child->_M_parent = parent;
        parent->_M_left = child;
        successor->_M_right = gone->_M_right;
        gone->_M_right->_M_parent = successor;
    }
    replace_child(gone, successor, root);
    successor->_M_parent = gone->_M_parent;
    std::swap(successor->_M_color, gone->_M_color);
    return child;
}

node *_Rb_tree_rebalance_for_erase(node *const gone, node &header) throw()
{
    node *child, *parent;
    if (gone->_M_left && gone->_M_right) {
        child = put_successor(gone, leftmost(gone->_M_right), parent, header._M_parent);
    } else {
        child = gone->_M_left ? gone->_M_left : gone->_M_right;
        parent = gone->_M_parent;
        if (child)
            child->_M_parent = parent;
        replace_child(gone, child, header._M_parent);
        if (header._M_left == gone)
            header._M_left = gone->_M_right ? leftmost(child) : parent;
        if (header._M_right == gone)
            header._M_right = gone->_M_left ? rightmost(child) : parent;
    }
    if (gone->_M_color == _S_black)
        repair_after_erase(child, parent, header._M_parent);
    return gone;
}

unsigned _Rb_tree_black_count(const node *n, const node *root) throw()
{
    unsigned count = 0;
    for (; n; n = n == root ? nullptr : n->_M_parent)
        count += n->_M_color == _S_black;
    return count;
}

} /* namespace std */
