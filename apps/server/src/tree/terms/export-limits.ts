import type { ResponseOf } from '@strata/contract/endpoint'
import { limitsQuery } from '@strata/contract/endpoints/tree'
import { LIMIT_LABELS } from '@strata/contract/labels'
import { LIMIT_TABLE_WORDS, roleWord } from '@strata/contract/words'
import { groupById } from '@strata/domain/games/catalogue'
import { LIMIT_NAMES } from '@strata/domain/tree/limits'
import { exportSource, wholeList } from '../../exports/source.ts'
import { Refusal } from '../../platform/refusal.ts'
import { queryLimits } from './query-limits.ts'

type Item = ResponseOf<typeof limitsQuery>['items'][number]
type Row = Pick<Item, 'accountName' | 'roleId'> & Item['plays'][number]

/** One row for each child and play group: filled in with a spreadsheet, the file is read in again. */
export const limitsSource = exportSource(limitsQuery, '下线限额', async (on, { caller, input }) => {
  const found = await queryLimits(on, caller, input)
  if (found instanceof Refusal) return found
  const words = LIMIT_TABLE_WORDS
  return wholeList<Row>({
    columns: [
      [words.account, 'text', (row) => row.accountName],
      ['级别', 'text', (row) => roleWord(row.roleId)],
      [words.group, 'text', (row) => groupById(row.groupId)?.name ?? ''],
      ...LIMIT_NAMES.map((name) => [LIMIT_LABELS[name], 'money', (row: Row) => row[name] ?? words.unlimited] as const),
    ],
    items: found.items.flatMap(({ plays, accountName, roleId }) =>
      plays.map((play) => ({ ...play, accountName, roleId })),
    ),
  })
})
