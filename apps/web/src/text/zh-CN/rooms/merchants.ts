/** The operators' pages of merchants. */
export const merchantsText = {
  label: '商户',
  keyword: '账号或昵称',
  maxFill: '补货上限',
  empty: '还没有商户',
  emptyFound: '没有符合条件的商户，请放宽条件',
  columns: {
    account: '账号',
    nickname: '昵称',
    status: '状态',
    fundMode: '资金模式',
    credit: '信用额度',
    balance: '可用余额',
    downline: '直属代理 / 直属会员',
    uplineShare: '总公司占成',
    createdAt: '创建时间',
    lastLoginAt: '最后登录',
  },
  modes: { credit: '信用', cash: '现金' },
} as const
