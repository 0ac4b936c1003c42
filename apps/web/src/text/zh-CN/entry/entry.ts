/** The pages before sign-in. */
export const entryText = {
  title: '代理后台登录',
  account: '账号',
  password: '密码',
  verifyCode: '验证码',
  verifyHint: '请输入验证器上的6位数字',
  show: '显示密码',
  hide: '隐藏密码',
  submit: '登录',
  submitting: '正在登录…',
  passwordNeeded: '请输入密码',
  forgot: '忘记密码',
  tutorial: '使用教程',
} as const
