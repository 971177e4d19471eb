// Empty: it lets a function have its body elsewhere.
