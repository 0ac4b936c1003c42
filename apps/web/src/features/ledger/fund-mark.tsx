import type { ResponseOf } from '@strata/contract/endpoint'
import type { fundsQuery } from '@strata/contract/endpoints/ledger'
import { fundKindWord, isVoidMark } from '@strata/contract/words'
import type { ReactNode } from 'react'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import { marksText } from '../../text/zh-CN/shared/marks.ts'
import css from './funds.module.css'

type Row = ResponseOf<typeof fundsQuery>['items'][number]

/** The kind of a record: money of a void has another name than a refund by a result. */
export const FundKind = ({ row }: { readonly row: Row }): ReactNode => (
  <span className={isVoidMark(row.mark) ? css.fundsVoid : css[`funds-${row.kind}`]}>{fundKindWord(row)}</span>
)

/** The cause of a correction or a void: both result versions, or the order, and the reason. */
export const FundMark = ({ row }: { readonly row: Row }): ReactNode => {
  const { mark } = row
  if (!mark) return null
  const ballsOf = (version: number, balls: readonly number[]): string =>
    balls.length === 0 && version > 0 ? marksText.void : balls.join(' ')
  const what =
    mark.kind === 'orderVoid'
      ? ledgerText.markOrder(mark.orderNo ?? '')
      : ledgerText.mark({
          from: marksText.version(mark.fromVersion),
          to: marksText.version(mark.toVersion),
          before: ballsOf(mark.fromVersion, mark.before),
          after: ballsOf(mark.toVersion, mark.after),
        })
  return (
    <span className={css.fundsMark}>
      {what} {mark.reason === '' ? '' : ledgerText.markReason(mark.reason)}
    </span>
  )
}
