/** What offers a tour; its steps are loaded when it is opened. */
export const tourText = {
  name: '新手指引',
  open: '新手指引',
  dismiss: '不再提示新手指引',
} as const
