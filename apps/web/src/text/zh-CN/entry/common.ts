/** Words that the sign-in entry and the app share. */
export const commonText = {
  product: 'Strata',
  systemError: '系统错误，请稍后再试',
  /** Under which the server's log has a fault. */
  trace: (id: string) => `编号 ${id}`,
  loadFailed: '页面加载失败，请刷新重试',
} as const
