/** Login log and change log. */
export const logText = {
  at: '时间',
  account: '账号',
  ip: 'IP',
  region: '地区',
  device: '设备',
  result: '结果',
  operator: '操作人',
  target: '对象',
  action: '动作',
  changes: '变更内容',
  logins: '登录记录',
  nothing: '（空）',
  all: (count: number) => `显示全部 ${count} 项`,
  noLogins: '没有登录记录',
  noChanges: '没有变更记录',
  keyword: '操作人、对象或动作',
} as const
