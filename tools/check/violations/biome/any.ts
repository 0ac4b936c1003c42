// expect: lint/suspicious/noExplicitAny
export const anything = (value: any): unknown => value
