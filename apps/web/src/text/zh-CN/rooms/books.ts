import { BOOK_OUTCOME_WORDS } from '@strata/contract/words'

/** Outside books for fly-outs. */
export const booksText = {
  title: '外部盘',
  table: '外部盘列表',
  note: '飞单账号按名称选用外部盘；密钥只能填写，不再显示',
  add: '登记外部盘',
  empty: '还没有登记外部盘',
  columns: {
    name: '名称',
    state: '状态',
    address: '地址',
    keyId: '密钥名称',
    trial: '最近试调用',
    users: '使用账号',
    actions: '操作',
  },
  on: '启用',
  off: '停用',
  never: '未试',
  unused: '没有账号使用',
  edit: '修改',
  try: '试调用',
  trying: '正在试调用',
  enable: '启用',
  disable: '停用',
  labelOf: (action: string, name: string) => `${action} ${name}`,
  saved: '外部盘已保存',
  answered: (ms: number) => `试调用成功，用时 ${ms} 毫秒`,
  failed: (why: string) => `试调用失败：${why}`,
  outcomes: BOOK_OUTCOME_WORDS,
  createTitle: '登记外部盘',
  editTitle: (name: string) => `修改外部盘 ${name}`,
  fields: {
    name: '名称',
    baseUrl: '地址',
    baseUrlHint: '须为 https，例如 https://book.example/api/',
    keyId: '密钥名称',
    keyIdHint: '外部盘为本平台登记的名称',
    secret: '密钥',
    secretKeep: '留空则保持不变',
    secretHint: '16至200个字符',
    secretWrong: '密钥为16至200个字符',
    needed: (field: string) => `请填写${field}`,
  },
  save: '保存',
  disableTitle: (name: string) => `停用外部盘 ${name}`,
  disableText: (count: number) =>
    count === 0
      ? '停用后不能再被飞单账号选用。'
      : `停用后，${count}个使用它的飞单账号不再放飞；已送出的注单仍会查询结果。`,
} as const
