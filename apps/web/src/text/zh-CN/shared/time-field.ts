/** Fields of a day or a time. */
export const timeFieldText = {
  forms: { day: '年-月-日', minute: '年-月-日 时:分', second: '年-月-日 时:分:秒' },
  wrong: (form: string) => `请按“${form}”填写`,
  open: '打开日历',
  calendar: '日历',
} as const
