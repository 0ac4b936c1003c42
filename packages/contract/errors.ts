/**
 * Every way a call can be refused: a closed list of names, each with its code and its Chinese default text. Several
 * names may share a code (40301 for every missing permission); a name has exactly one code. Free of zod.
 */

/** The business codes of the envelope. HTTP status is 200 for all of them but 401, 413, 429, 500 and 503. */
export const CODES = {
  ok: 200,
  sessionEnded: 401,
  tooLarge: 413,
  overloaded: 429,
  internal: 500,
  unavailable: 503,
  badParameter: 40001,
  wrongCredentials: 40002,
  codeNeeded: 40003,
  codeWrong: 40004,
  lockedOut: 40005,
  disabled: 40006,
  frozen: 40007,
  transferPassword: 40008,
  clockOff: 40009,
  captcha: 40010,
  noPermission: 40301,
  notFound: 40401,
  exists: 40901,
  changed: 40902,
  balanceTooLow: 42201,
  beyondTerm: 42202,
  beyondLimit: 42203,
  periodClosed: 42204,
  oddsChanged: 42205,
  replenishmentRefused: 42206,
  stateForbids: 42207,
  leaseOver: 42208,
  closeTold: 42209,
  bettorEdge: 42210,
  tooManyRequests: 42901,
  tooManyBets: 42902,
  maintenance: 50301,
} as const

export type CodeName = keyof typeof CODES
export type Code = (typeof CODES)[CodeName]

/** HTTP status of a code: 200 for business answers. */
export const httpStatusOf = (code: Code): 200 | 401 | 413 | 429 | 500 | 503 =>
  code === 401 || code === 413 || code === 429 || code === 500 || code === 503 ? code : 200

type RefusalEntry = { readonly code: CodeName; readonly text: string }

/** Refusal name -> code and text. `{name}` in a text is filled from the refusal's details. */
export const REFUSALS = {
  sessionEnded: { code: 'sessionEnded', text: '登录超时，请重新登录' },
  tooLarge: { code: 'tooLarge', text: '提交的内容过大' },
  overloaded: { code: 'overloaded', text: '系统繁忙，请稍后再试' },
  internal: { code: 'internal', text: '系统错误，请稍后再试' },
  unavailable: { code: 'unavailable', text: '系统暂时不可用，请稍后再试' },
  badParameter: { code: 'badParameter', text: '参数错误' },
  wrongCredentials: { code: 'wrongCredentials', text: '账号或密码错误' },
  oldPasswordWrong: { code: 'wrongCredentials', text: '原密码错误' },
  loginPasswordWrong: { code: 'wrongCredentials', text: '登录密码错误' },
  codeNeeded: { code: 'codeNeeded', text: '请输入验证码' },
  codeWrong: { code: 'codeWrong', text: '验证码错误' },
  lookTicketWrong: { code: 'codeWrong', text: '查看链接无效或已过期，请在管理端重新生成' },
  resetTokenWrong: { code: 'codeWrong', text: '重置凭证无效或已过期，请重新验证' },
  firstStartLinkWrong: { code: 'codeWrong', text: '首次设置链接无效或已过期，请在服务器上重新启动并使用新链接' },
  lockedOut: { code: 'lockedOut', text: '尝试次数过多，请{minutes}分钟后再试' },
  captchaNeeded: { code: 'captcha', text: '请输入图中的字符' },
  captchaWrong: { code: 'captcha', text: '图中的字符不正确或已过期，请按新图输入' },
  disabled: { code: 'disabled', text: '账号已停用' },
  frozen: { code: 'frozen', text: '账号已冻结' },
  transferPasswordWrong: { code: 'transferPassword', text: '转账密码错误' },
  transferPasswordUnset: { code: 'transferPassword', text: '尚未设置转账密码' },
  clockOff: { code: 'clockOff', text: '本机时间不准' },
  passwordReplayed: { code: 'clockOff', text: '请求已失效，请重试' },
  timestampOff: { code: 'clockOff', text: '请求时间戳超出允许范围' },
  callReplayed: { code: 'clockOff', text: '请求已处理过，请重新签名后再提交' },
  noPermission: { code: 'noPermission', text: '没有权限' },
  lookOnly: { code: 'noPermission', text: '只读查看中，不能执行此操作' },
  addressNotAllowed: { code: 'noPermission', text: '当前IP不在允许范围内' },
  sharedAccount: { code: 'noPermission', text: '该账号还有其他线路，只能由共同上级操作' },
  signatureWrong: { code: 'noPermission', text: '签名错误' },
  notFound: { code: 'notFound', text: '数据不存在' },
  unknownMember: { code: 'notFound', text: '会员不存在' },
  unknownItem: { code: 'notFound', text: '玩法或投注项不存在' },
  accountExists: { code: 'exists', text: '账号已存在' },
  changed: { code: 'changed', text: '数据已被他人修改，请核对后重试' },
  duplicateMismatch: { code: 'changed', text: '注单号重复且内容不一致' },
  requestMismatch: { code: 'changed', text: '请求编号重复且内容不一致' },
  balanceTooLow: { code: 'balanceTooLow', text: '余额不足' },
  beyondTerm: { code: 'beyondTerm', text: '超出上级设定范围' },
  commissionTooHigh: { code: 'beyondTerm', text: '{pankou}盘退水不能高于{most}%' },
  stakesReversed: { code: 'beyondTerm', text: '单注最低不得高于单注最高' },
  gameOff: { code: 'beyondTerm', text: '该彩种未开通' },
  pankouWrong: { code: 'beyondTerm', text: '盘口不符' },
  beyondLimit: { code: 'beyondLimit', text: '超出限额' },
  belowMinStake: { code: 'beyondLimit', text: '低于单注最低限额' },
  aboveMaxStake: { code: 'beyondLimit', text: '超出单注最高限额' },
  aboveMaxItem: { code: 'beyondLimit', text: '超出单项限额' },
  aboveMaxOpen: { code: 'beyondLimit', text: '超出商户未结算注额上限' },
  leaseOver: { code: 'leaseOver', text: '商户不在租期内，暂停下注与补货' },
  tooManyBets: { code: 'tooManyBets', text: '超出商户每秒注单数上限，请稍后再试' },
  notAPicture: { code: 'badParameter', text: '标志须为PNG或WebP图片，不超过64KB，长宽不超过1024像素' },
  merchantCodeTaken: { code: 'exists', text: '该平台代码已由其他商户使用' },
  sourceCodeTaken: { code: 'exists', text: '该来源代码已登记' },
  chatTaken: { code: 'exists', text: '该渠道编号已由其他群组使用' },
  bookNameTaken: { code: 'exists', text: '该外部盘名称已登记' },
  hostTaken: { code: 'exists', text: '该域名已由其他商户使用' },
  groupsFull: { code: 'beyondLimit', text: '该商户最多可用{most}个群组' },
  stakeWrong: { code: 'badParameter', text: '下注金额必须大于0且最多两位小数' },
  periodClosed: { code: 'periodClosed', text: '已封盘' },
  closeNeverLater: { code: 'closeTold', text: '封盘时间已公布为{closeAt}，只能提前，不能推后' },
  neverOpens: { code: 'stateForbids', text: '本期尚未开盘，提前封盘后将不会开盘；如需取消本期，请提出整期作废' },
  notByHand: { code: 'stateForbids', text: '该彩种按时间表自动开期' },
  notBySchedule: { code: 'stateForbids', text: '该彩种由操作员逐期开期，没有时间表' },
  dayGenerated: { code: 'stateForbids', text: '{day}已生成期次，生效日期须在最后一个已生成期次之后' },
  oddsChanged: { code: 'oddsChanged', text: '赔率已变动' },
  notOnSale: { code: 'oddsChanged', text: '该玩法或投注项已停售' },
  replenishmentRefused: { code: 'replenishmentRefused', text: '补货被拒绝' },
  exportsUnfinished: { code: 'beyondLimit', text: '最多同时导出{most}个文件，请等待完成，或到下载中心取消' },
  stillSettling: { code: 'stateForbids', text: '本期正在结算，请稍后再看' },
  stateForbids: { code: 'stateForbids', text: '当前状态不允许此操作' },
  dayStartWrong: { code: 'badParameter', text: '{name}：请填写00:00至12:00之间的整点或半点，如07:30' },
  dayStartSame: { code: 'badParameter', text: '{name}：与现有设置相同' },
  dayStartWaits: { code: 'stateForbids', text: '{name}：已设置{day}起为{time}，生效后才能再次修改' },
  dayStartMoves: {
    code: 'stateForbids',
    text: '{name}：{game}第{periodNo}期（{drawAt}开奖）会因此归入另一业务日，请改用其他时间，或待该期开奖后再改',
  },
  jobRuns: { code: 'stateForbids', text: '该任务正在执行' },
  verifyGoes: { code: 'stateForbids', text: '已有一次校验在进行，请等它完成' },
  notDirectChild: { code: 'stateForbids', text: '只能与直属下线交收' },
  nothingDue: { code: 'stateForbids', text: '该范围没有待交收的金额' },
  markUndone: { code: 'stateForbids', text: '该交收已撤销' },
  markedSince: { code: 'stateForbids', text: '这些日期之后又有交收，请先撤销较新的一笔' },
  dayDropped: { code: 'stateForbids', text: '{day}的单笔注单已不再保存，不能再更正或作废' },
  ordersGone: {
    code: 'badParameter',
    text: '{through}及以前的单笔注单已不再保存，期号范围、玩法与会员明细只能统计之后的日期；请改用日期范围，按彩种、玩法、期号分类或线路查看',
  },
  orderNotStored: { code: 'notFound', text: '{through}及以前的单笔注单已不再保存，无法查看该注单；当日合计请看报表' },
  boardNotStored: { code: 'notFound', text: '{through}及以前的盘口数据已不再保存；当日合计请看报表' },
  sameResult: { code: 'badParameter', text: '与现有开奖号码相同' },
  noKeysHere: { code: 'stateForbids', text: '只有商户有平台密钥' },
  twoKeys: { code: 'beyondLimit', text: '已有两把有效密钥，请先停用其中一把' },
  keyRetired: { code: 'stateForbids', text: '该密钥已停用' },
  lastKey: {
    code: 'stateForbids',
    text: '这是该商户唯一未设停用的密钥，停用后其签名调用将全部被拒绝；确需停用请再次确认',
  },
  bookNotAllowed: { code: 'beyondTerm', text: '上级未允许放飞到该外部盘' },
  byHandNotAllowed: { code: 'beyondTerm', text: '上级未允许人工登记放飞' },
  nothingDropped: { code: 'stateForbids', text: '所选赔率项在该期没有降赔' },
  secondPerson: { code: 'stateForbids', text: '不能复核：{why}' },
  proposalWaiting: { code: 'changed', text: '已有{by}提出的{kind}待复核，请先处理该提案' },
  proposalOver: { code: 'changed', text: '该提案已{state}' },
  notYourProposal: { code: 'stateForbids', text: '只能由提出人撤回' },
  notTheSeed: { code: 'stateForbids', text: '本期已公布承诺值，只能恢复为其种子开出的号码' },
  needsSecondSource: { code: 'stateForbids', text: '本期由结果来源开奖，须有另一来源给出相同号码，或开启双人复核' },
  passwordsDue: { code: 'stateForbids', text: '请先设置登录密码和转账密码' },
  validatorDue: { code: 'stateForbids', text: '须先绑定验证器才能修改，请到“修改密码”页绑定' },
  ownRights: { code: 'stateForbids', text: '不能修改自己的权限、密码、验证器与状态，请由其他操作员操作' },
  lastOperator: { code: 'stateForbids', text: '至少保留一名启用且能管理操作员的操作员' },
  bettorEdge: { code: 'bettorEdge', text: '{count}处赔率让投注者占优，请核对并再次确认' },
  tooManyRequests: { code: 'tooManyRequests', text: '操作过于频繁，请稍后再试' },
  codesOfDay: { code: 'tooManyRequests', text: '该账号24小时内最多获取{most}次验证码，请明天再试' },
  codesOfPlace: { code: 'tooManyRequests', text: '当前网络今日获取验证码次数过多，请明天再试' },
  crowded: { code: 'tooManyRequests', text: '当前操作人数较多，请10秒后再试' },
  maintenance: { code: 'maintenance', text: '系统维护中' },
} as const satisfies Record<string, RefusalEntry>

export type RefusalName = keyof typeof REFUSALS

/** Code and text of a refusal, with the `{name}` places of its text filled from `details`. */
export const refusalAnswer = (
  name: RefusalName,
  details: Readonly<Record<string, string | number>> = {},
): { code: Code; message: string } => {
  const entry: RefusalEntry = REFUSALS[name]
  const message = entry.text.replace(/\{(\w+)\}/g, (place, key: string) => String(details[key] ?? place))
  return { code: CODES[entry.code], message }
}

/** Why part of a replenishment was not accepted. */
export const REPLENISHMENT_REASONS = {
  forbidden: '上级禁止补货',
  acceptLimit: '超出上级收货限额',
  sendLimit: '超出上级补出限额',
  maxFill: '超出补货上限',
  flyoutOnly: '仅允许放飞',
  flyoutOff: '未开通放飞或没有可用的飞单账号',
  flyoutLimit: '超出飞单账号的单项限额',
  aboveNet: '超出可补金额',
  top: '总公司不可再补出',
  periodClosed: '补货已截止',
  notOnSale: '该投注项已停售',
} as const

export type ReplenishmentReason = keyof typeof REPLENISHMENT_REASONS
