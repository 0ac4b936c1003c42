/** The operators' page of all fund records. */
export const fundsAdminText = {
  merchant: '商户',
  allMerchants: '全部商户',
  account: '账号（须完整）',
  operator: '操作人（须完整）',
  least: '最小金额',
  most: '最大金额',
  search: '查询',
  clear: '清除条件',
  badAmount: '请填写不超过两位小数的金额',
  issue: '上分',
  recover: '回收',
  pickFirst: '请先选择商户',
} as const
