// expect: format
export const quoted = "double";
