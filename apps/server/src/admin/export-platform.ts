import type { ResponseOf } from '@strata/contract/endpoint'
import { adminOddsQuery, noticeQuery, noticeReaders } from '@strata/contract/endpoints/admin'
import { userQuery } from '@strata/contract/endpoints/admin-merchants'
import {
  NOTICE_AUDIENCE_WORDS,
  NOTICE_LEVEL_WORDS,
  NOTICE_STATE_WORDS,
  STATUS_WORDS,
  validatorWord,
} from '@strata/contract/words'
import { placeInSpan } from '@strata/domain/calendar/time-span'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import type { GameId } from '@strata/domain/ids'
import { exportSource, oddsText, pagedList, permissionNames, type RowColumn, wholeList } from '../exports/source.ts'
import { Refusal } from '../platform/refusal.ts'
import { merchantsText, namesOfMerchants, queryNotices, queryReaders, rolesText } from './notices.ts'
import { queryOdds } from './odds.ts'
import { queryUsers } from './users.ts'

type User = ResponseOf<typeof userQuery>['items'][number]
type Reader = ResponseOf<typeof noticeReaders>['items'][number]
type Notice = ResponseOf<typeof noticeQuery>['items'][number]
type Odds = ResponseOf<typeof adminOddsQuery>
type Price = Odds['prices'][number]
type Version = NonNullable<Odds['history']>[number]
type Change = Pick<Version, 'version' | 'at' | 'operatorName'> & Version['changes'][number]

export const usersSource = exportSource(userQuery, '操作员', async (on, { caller, input }) =>
  pagedList<User>({
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['昵称', 'text', (row) => row.nickname],
      ['状态', 'text', (row) => STATUS_WORDS[row.status]],
      ['权限', 'text', (row) => permissionNames(row.moduleIds)],
      ['验证器', 'text', (row) => validatorWord(row.validatorOn)],
      ['允许登录的IP', 'text', (row) => (row.allowedIps.length === 0 ? '不限' : row.allowedIps.join('、'))],
      ['创建时间', 'instant', (row) => row.createdAt],
      ['最后登录', 'instant', (row) => row.lastLoginAt],
    ],
    page: (page) => queryUsers({ pool: on }, caller, { ...input, ...page } as typeof input),
  }),
)

export const noticesSource = exportSource(noticeQuery, '公告', async (on, { input, now }) => {
  const names = await namesOfMerchants(on)
  return pagedList<Notice>({
    columns: [
      ['发布时间', 'instant', (row) => row.at],
      ['内容', 'text', (row) => row.content],
      ['状态', 'text', (row) => NOTICE_STATE_WORDS[placeInSpan(row, now)]],
      ['级别', 'text', (row) => NOTICE_LEVEL_WORDS[row.level]],
      ['对象', 'text', (row) => NOTICE_AUDIENCE_WORDS[row.audience]],
      ['商户', 'text', (row) => merchantsText(row.merchantIds, names)],
      ['级别范围', 'text', (row) => rolesText(row.roles)],
      ['已读人数', 'count', (row) => row.readers],
      ['开始时间', 'instant', (row) => row.from],
      ['结束时间', 'instant', (row) => row.until],
      ['操作人', 'text', (row) => row.operatorName],
    ],
    page: (page) => queryNotices({ pool: on }, { ...input, ...page } as typeof input),
  })
})

export const readersSource = exportSource(noticeReaders, '公告已读名单', async (on, { input }) =>
  pagedList<Reader>({
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['线路', 'text', (row) => row.pathName],
      ['阅读时间', 'instant', (row) => row.at],
    ],
    page: (page) => queryReaders({ pool: on }, { ...input, ...page } as typeof input),
  }),
)

type Priced = Pick<Price, 'playCode' | 'key'>

/** Columns that name a price: game, pankou, play and price key. */
const ofPrice = (gameId: GameId, pankou: string): readonly RowColumn<Priced>[] => {
  const game = gameById(gameId)
  const play = ({ playCode }: Priced) => playOf(game?.code ?? '', playCode)
  return [
    ['彩种', 'text', () => game?.name ?? ''],
    ['盘口', 'text', () => pankou],
    ['玩法', 'text', (row) => play(row)?.name ?? row.playCode],
    ['赔率项', 'text', (row) => play(row)?.prices.find(({ key }) => key === row.key)?.name ?? row.key],
  ]
}

const openText = (open: boolean | undefined): string => (open === undefined ? '' : open ? '开放' : '关闭')
const quoteText = (quote: Change['before']): string => (quote === undefined ? '' : oddsText(quote))

const PRICE_COLUMNS: readonly RowColumn<Price>[] = [
  ['赔率', 'odds', (row) => oddsText(row.quote)],
  ['最低赔率', 'odds', (row) => row.floor],
  ['庄家优势', 'percent', (row) => row.edge],
  ['状态', 'text', (row) => openText(row.open)],
]

const CHANGE_COLUMNS: readonly RowColumn<Change>[] = [
  ['原赔率', 'odds', (row) => quoteText(row.before)],
  ['新赔率', 'odds', (row) => quoteText(row.after)],
  ['原最低赔率', 'odds', (row) => row.floor?.before ?? ''],
  ['新最低赔率', 'odds', (row) => row.floor?.after ?? ''],
  ['原状态', 'text', (row) => openText(row.open?.before)],
  ['新状态', 'text', (row) => openText(row.open?.after)],
]

/** The prices of a pankou; with `history`, the changes instead, one row per price. */
export const oddsSource = exportSource(adminOddsQuery, '赔率设置', async (on, { input, now }) => {
  const found = await queryOdds({ pool: on, clock: () => now }, input)
  if (found instanceof Refusal) return found
  const what = ofPrice(input.gameId, input.pankou)
  if (!found.history) return wholeList<Price>({ columns: [...what, ...PRICE_COLUMNS], items: found.prices })
  return wholeList<Change>({
    columns: [
      ['版本', 'count', (row) => row.version],
      ['时间', 'instant', (row) => row.at],
      ['操作人', 'text', (row) => row.operatorName],
      ...what,
      ...CHANGE_COLUMNS,
    ],
    items: found.history.flatMap(({ version, at, operatorName, changes }) =>
      changes.map((change): Change => ({ version, at, operatorName, ...change })),
    ),
  })
})
