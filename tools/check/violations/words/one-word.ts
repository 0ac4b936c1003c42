// expect: one-word
export const label = '单项最高'
