/** The operators' sign-in. */
export const adminEntryText = { title: '平台后台登录' } as const
