import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import {
  boardCommon,
  boardType,
  multiCommon,
  specialAttributes,
  specialNumbers,
  zm16,
  zmt,
} from '@strata/contract/endpoints/book'
import { ORDER_RESULT_WORDS } from '@strata/contract/words'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import type { GameId } from '@strata/domain/ids'
import {
  type Asked,
  type Cell,
  exportSource,
  type OpenedList,
  oddsText,
  type RowColumn,
  wholeList,
} from '../../exports/source.ts'
import type { Queryable } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { freshSnapshot } from '../../tree/snapshot.ts'
import { GamesReader } from '../open-games/read-open-games.ts'
import { type BoardAnswer, type BoardRequest, itemBoard, specialBoard } from './board.ts'
import type { BoardDeps } from './board-sources.ts'
import { combinationBoard } from './combination-board.ts'
import { typeBoard } from './group-board.ts'

type Row = BoardAnswer['rows'][number]
type SpecialRow = ResponseOf<typeof specialNumbers>['rows'][number]
type GroupRow = ResponseOf<typeof boardType>['rows'][number]
type BoardAsked = Omit<Asked<typeof boardCommon>, 'input'> & { readonly input: BoardRequest }
type Framed<R> = Pick<BoardAnswer, 'period' | 'totals'> & { readonly rows: readonly R[] }

const WARNINGS = ['', '超额', '超亏'] as const

/** Everything is read in the export's own snapshot. */
const depsOf = (on: Queryable, now: number): BoardDeps<Queryable> => {
  const clock = (): number => now
  return { pool: on, clock, snapshots: { current: freshSnapshot }, openGames: new GamesReader(clock).open }
}

const playName = (gameId: GameId, playCode: string): string =>
  playOf(gameById(gameId)?.code ?? '', playCode)?.name ?? playCode

const resultText = ({ outcome }: Pick<Row, 'outcome'>): string =>
  outcome === undefined ? '' : [ORDER_RESULT_WORDS[outcome.result], outcome.tier ?? ''].join(' ').trim()

/** Columns that name the period, because a file has no page around it. */
const ofPeriod = (gameId: GameId, periodNo: string): readonly RowColumn<unknown>[] => [
  ['彩种', 'text', () => gameById(gameId)?.name ?? ''],
  ['期号', 'text', () => periodNo],
]

const itemColumns = (gameId: GameId, periodNo: string): readonly RowColumn<Row>[] => [
  ...ofPeriod(gameId, periodNo),
  ['玩法', 'text', (row) => playName(gameId, row.playCode)],
  ['投注项', 'text', (row) => row.itemName],
  ['赔率', 'odds', (row) => oddsText(row.odds)],
  ['已降赔', 'odds', (row) => row.drop ?? ''],
  ['笔数', 'count', (row) => row.betCount],
  ['总额', 'money', (row) => row.betAmount],
  ['实占', 'money', (row) => row.held],
  ['补入', 'money', (row) => row.in],
  ['补出', 'money', (row) => row.out],
  ['经过补出', 'money', (row) => row.through],
  ['待确认', 'money', (row) => row.pending],
  ['净额', 'money', (row) => row.net],
  ['盈亏', 'money', (row) => row.netAmount],
  ['占成控额', 'money', (row) => row.holdLimit ?? ''],
  ['预警', 'text', (row) => WARNINGS[row.warn]],
  ['开奖结果', 'text', resultText],
]

/** The last rows of the file: the sums, and the range of results. */
const footOf = ({ totals }: Framed<unknown>): Record<string, Cell>[] => [
  {
    彩种: '合计',
    笔数: totals.betCount,
    总额: totals.betAmount,
    实占: totals.held,
    补入: totals.in,
    补出: totals.out,
    经过补出: totals.through,
    待确认: totals.pending,
    净额: totals.net,
  },
  { 彩种: '最高盈利', 盈亏: totals.best },
  { 彩种: '最高亏损', 盈亏: totals.worst },
]

const listOf = <R>(answer: Framed<R>, columns: readonly RowColumn<R>[]): OpenedList =>
  wholeList<R>({ columns, items: answer.rows, totals: async () => footOf(answer) })

/** A file always has every row. */
const whole = <I extends BoardRequest>(input: I): I => ({ ...input, sinceVersion: undefined })

const openItems =
  (kind: Parameters<typeof itemBoard>[3]) =>
  async (on: Queryable, { caller, input, now }: BoardAsked): Promise<OpenedList | Refusal> => {
    const answer = await itemBoard(depsOf(on, now), caller, whole(input), kind)
    if (answer instanceof Refusal) return answer
    return listOf(answer, itemColumns(input.gameId, answer.period.periodNo))
  }

/** 特码总项: for each number the stake and the result of every special-number play if the number is drawn. */
async function openSpecial(
  on: Queryable,
  { caller, input, now }: Asked<typeof specialNumbers>,
): Promise<OpenedList | Refusal> {
  const answer = await specialBoard(depsOf(on, now), caller, whole(input))
  if (answer instanceof Refusal) return answer
  const plays = answer.rows[0]?.plays.map(({ playCode }) => playCode) ?? []
  const partOf = (row: SpecialRow, code: string) => row.plays.find(({ playCode }) => playCode === code)
  const columns = plays.flatMap((code): RowColumn<SpecialRow>[] => {
    const name = playName(input.gameId, code)
    return [
      [`${name} 净额`, 'money', (row) => partOf(row, code)?.net ?? ''],
      [`${name} 盈亏`, 'money', (row) => partOf(row, code)?.netAmount ?? ''],
    ]
  })
  return listOf(answer, [...itemColumns(input.gameId, answer.period.periodNo), ...columns])
}

async function openGroups(on: Queryable, { caller, input, now }: Asked<typeof boardType>) {
  const answer = await typeBoard(depsOf(on, now), caller, whole(input))
  if (answer instanceof Refusal) return answer
  return listOf<GroupRow>(answer, [
    ...ofPeriod(input.gameId, answer.period.periodNo),
    ['玩法大类', 'text', (row) => row.name],
    ['总额', 'money', (row) => row.stake],
    ['实占', 'money', (row) => row.held],
    ['净额', 'money', (row) => row.net],
    ['盈亏', 'money', (row) => row.worst],
    [
      '最差投注项',
      'text',
      ({ worstItem }) =>
        worstItem === null ? '' : `${playName(input.gameId, worstItem.playCode)} ${worstItem.itemName}`,
    ],
    ['预警', 'text', (row) => WARNINGS[row.warn]],
  ])
}

/** All matching combinations. A screen shows only the first hundred or five hundred. */
async function openCombinations(on: Queryable, { caller, input, now }: Asked<typeof multiCommon>) {
  const all = { ...whole(input), top: Number.MAX_SAFE_INTEGER } as ParsedRequestOf<typeof multiCommon>
  const answer = await combinationBoard(depsOf(on, now), caller, all)
  if (answer instanceof Refusal) return answer
  return listOf(answer, itemColumns(input.gameId, answer.period.periodNo))
}

export const boardSources = [
  exportSource(boardCommon, '即时注单', openItems('common')),
  exportSource(specialNumbers, '特码总项', openSpecial),
  exportSource(specialAttributes, '特码属性', openItems('specialAttributes')),
  exportSource(zm16, '正码1-6', openItems('zm16')),
  exportSource(zmt, '正码特', openItems('zmt')),
  exportSource(boardType, '玩法大类总览', openGroups),
  exportSource(multiCommon, '组合玩法', openCombinations),
] as const
