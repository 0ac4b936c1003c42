/** The page at which an operator who looks into a merchant arrives. */
export const lookText = {
  title: '只读查看',
  opening: '正在打开…',
  failed: '查看链接无效或已过期，请在管理端重新生成。',
} as const
