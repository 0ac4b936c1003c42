/** The locked screen. */
export const lockText = {
  button: '锁屏',
  buttonTitle: '锁屏（Alt L）',
  title: '已锁屏',
  who: (account: string) => `${account}，请输入登录密码继续。`,
  password: '登录密码',
  needed: '请输入登录密码',
  open: '解锁',
  unreachable: '系统错误，请稍后再试',
  signOut: '退出登录',
} as const
