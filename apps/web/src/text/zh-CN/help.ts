/** The public pages beside the sign-in. */
export const helpText = {
  forgot: '忘记密码',
  tutorial: '使用教程',
  back: '返回登录',
  forgotHelp: '请联系您的上级重置登录密码。',
  tutorialHelp: '账号由您的上级开通。收到账号和初始密码后即可登录。',
} as const
