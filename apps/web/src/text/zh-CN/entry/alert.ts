/** Texts that the user must confirm. */
export const alertText = {
  title: '提示',
  loginTimedOut: '登录超时，请重新登录',
  confirm: '确定',
} as const
