/** What the sign-in page says of a maintenance. */
export const maintenanceText = {
  now: '系统维护中，暂时无法登录',
  coming: '系统即将维护',
  until: (until: string) => `预计 ${until} 恢复`,
} as const
