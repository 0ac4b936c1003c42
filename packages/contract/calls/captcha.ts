/** The picture that a sign-in asks for after repeated failures. A separate file: the sign-in page loads it when asked. */

import type { CallSpec } from '../call.ts'

export const captchaDraw = {
  id: 'access.captchaDraw',
  method: 'POST',
  path: '/api/common/account/captcha',
  permission: 'public',
  summary: '登录图片验证码',
} as const satisfies CallSpec
