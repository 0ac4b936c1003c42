type Option = { readonly value: string }

/** The code of several chosen items, in the order in which orders store them: that of the list. */
export const codeOfSeveral = (options: readonly Option[], chosen: readonly string[]): string =>
  options
    .map(({ value }) => value)
    .filter((value) => chosen.includes(value))
    .join('+')
