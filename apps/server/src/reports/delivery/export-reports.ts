import type { ResponseOf } from '@strata/contract/endpoint'
import { classificationQuery, deliveryQuery } from '@strata/contract/endpoints/reports'
import { FIGURE_LABELS } from '@strata/contract/labels'
import { roleWord, subtotalWord } from '@strata/contract/words'
import { isMemberRow } from '@strata/domain/reports'
import { type Cell, exportSource, type RowColumn, WHOLE, wholeList } from '../../exports/source.ts'
import { Refusal } from '../../platform/refusal.ts'
import { classification } from './classification.ts'
import { delivery } from './delivery.ts'

type DeliveryRow = ResponseOf<typeof deliveryQuery>['items'][number]
type ClassAnswer = ResponseOf<typeof classificationQuery>
type ClassRow = Pick<ClassAnswer['items'][number], 'name' | 'correctedDays'> & Figures
type Figures = NonNullable<ResponseOf<typeof deliveryQuery>['summary']>

/** How a file writes each figure, in the order of its columns. */
const FORMATS: Readonly<Record<keyof Figures, 'count' | 'money' | 'percent'>> = {
  orders: 'count',
  stake: 'money',
  valid: 'money',
  memberResult: 'money',
  childProfit: 'money',
  receivable: 'money',
  shareMin: 'percent',
  shareMax: 'percent',
  heldStake: 'money',
  heldRatio: 'percent',
  heldWinLoss: 'money',
  heldCommission: 'money',
  heldResult: 'money',
  earnedCommission: 'money',
  result: 'money',
  passedUp: 'money',
  payable: 'money',
  external: 'money',
}

type FigureRow = Figures & { readonly rowKind?: string }

/** Cells that are empty, as on the page: what only members have, and a share where there is no order. */
const isEmpty = (name: keyof Figures, row: FigureRow): boolean =>
  name === 'shareMin' || name === 'shareMax'
    ? row.orders === 0 || !isMemberRow(row)
    : name === 'memberResult' && !isMemberRow(row)

const FIGURES = Object.entries(FORMATS).map(([key, format]): RowColumn<FigureRow> => {
  const name = key as keyof Figures
  return [FIGURE_LABELS[name], format, (row) => (isEmpty(name, row) ? null : row[name])]
})

const totalRow = (label: string, figures: Figures | undefined): Record<string, Cell>[] =>
  figures ? [{ [label]: '合计', ...Object.fromEntries(FIGURES.map(([title, , of]) => [title, of(figures)])) }] : []

/** The days on which a correction or a void changed the row. */
const correctedText = ({ correctedDays }: { readonly correctedDays?: readonly string[] | undefined }): string =>
  correctedDays?.join('、') ?? ''

const ROW_KINDS: Readonly<Record<DeliveryRow['rowKind'], string>> = {
  child: '',
  childReplenishment: '补货',
  ownReplenishment: '本级补货',
  ownFlyout: '本级放飞',
}

export const deliverySource = exportSource(deliveryQuery, '交收报表', async (on, { caller, input, now }) => {
  const found = await delivery(on, caller, { ...input, ...WHOLE }, now)
  if (found instanceof Refusal) return found
  return wholeList<DeliveryRow>({
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['昵称', 'text', (row) => row.nickname ?? ''],
      ['级别', 'text', (row) => (row.roleId === undefined ? '' : roleWord(row.roleId))],
      ['类型', 'text', (row) => ROW_KINDS[row.rowKind]],
      ...FIGURES,
      ['有更正的日期', 'text', correctedText],
    ],
    items: found.items,
    totals: async () => totalRow('账号', found.summary),
  })
})

const CLASS_HEADS = {
  game: '彩种',
  group: '玩法大类',
  play: '玩法',
  pankou: '盘口',
  date: '日期',
  period: '期号',
} as const

/** The rows with the sum of each game below its last one. */
const withSubtotals = ({ items, subtotals = [] }: ClassAnswer): ClassRow[] => {
  const sums = new Map(subtotals.map((sum) => [sum.lastKey, { ...sum, name: subtotalWord(sum.name, sum.rows) }]))
  return items.flatMap((row): ClassRow[] => {
    const sum = sums.get(row.key)
    return sum ? [row, sum] : [row]
  })
}

export const classificationSource = exportSource(
  classificationQuery,
  '分类报表',
  async (on, { caller, input, now }) => {
    const found = await classification(on, caller, { ...input, ...WHOLE }, now)
    if (found instanceof Refusal) return found
    const head = CLASS_HEADS[input.by]
    return wholeList<ClassRow>({
      columns: [[head, 'text', (row) => row.name], ...FIGURES, ['有更正的日期', 'text', correctedText]],
      items: withSubtotals(found),
      totals: async () => totalRow(head, found.summary),
    })
  },
  { onReplica: true },
)
