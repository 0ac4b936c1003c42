/** The picture of a sign-in after repeated failures. */
export const captchaText = {
  label: '图中的字符',
  needed: '请输入图中的字符',
  picture: '验证图片，点击换一张',
  another: '看不清？点击换一张',
  loading: '加载图片',
} as const
