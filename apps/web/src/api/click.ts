/** Calls that run by themselves and never carry isclick=true, so that an unattended screen does time out. */
const WITHOUT_CLICK: ReadonlySet<string> = new Set([
  '/api/agent/balance',
  '/api/agent/realtimereport/tmzx1',
  '/api/common/account/bulletin-message',
  '/api/common/drop-down-list/sys-gametype',
  '/api/common/account/adminlogin',
  '/api/common/account/agentlogin',
  '/api/common/account/logout',
  '/api/admin/merchant/get-logo',
])

export const carriesClick = (path: string): boolean => !WITHOUT_CLICK.has(path.toLowerCase())
