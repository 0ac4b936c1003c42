/** Words that the sign-in entry and the app share. */
export const commonText = {
  product: 'Strata',
  systemError: '系统错误，请稍后再试',
  alert: { title: '提示', loginTimedOut: '登录超时，请重新登录', confirm: '确定' },
  menuFailed: '菜单加载失败，请重新登录',
  /** Big units of an amount: 1.5亿, 20万. */
  units: { hundredMillion: '亿', tenThousand: '万' },
  loadFailed: '页面加载失败，请刷新重试',
} as const
