import * as settlingUpCalls from '@strata/contract/calls/settling-up'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { settlingUpReceived } from '@strata/contract/endpoints/settling-up'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { CopyButton } from '../../../components/copy-button.tsx'
import { PagedList } from '../../../components/data-table/paged-list.tsx'
import { useOwnPage } from '../../../components/data-table/use-own-page.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { showAmount, signOf } from '../../../lib/amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import css from './settling.module.css'
import { rangeText } from './statement.ts'

type Mark = ResponseOf<typeof settlingUpReceived>['items'][number]

const words = settlingText.received

const amountText = ({ amount }: Mark): string => {
  const sign = signOf(amount)
  if (sign === 0) return words.even
  const shown = showAmount(amount).replace('-', '')
  return sign > 0 ? words.pay(shown) : words.receive(shown)
}

const byText = ({ by, undoneAt }: Mark): string =>
  [words.by(appText.roles[by] ?? ''), ...(undoneAt === null ? [] : [words.undone])].join('，')

const lineOf = (mark: Mark): string =>
  words.line(rangeText(mark.from, mark.to), settlingText.dayCount(mark.days), amountText(mark), byText(mark))

const List = ({ marks }: { readonly marks: readonly Mark[] }): ReactNode => (
  <ul>
    {marks.map((mark) => (
      <li key={mark.id} data-undone={mark.undoneAt === null ? undefined : 'yes'}>
        <span>
          {rangeText(mark.from, mark.to)} <small>{settlingText.dayCount(mark.days)}</small>
        </span>
        <b>{amountText(mark)}</b>
        <small>
          {byText(mark)} <TimeAgo at={mark.undoneAt ?? mark.at} />
        </small>
      </li>
    ))}
  </ul>
)

/** The marks that the parent has made for this path: to read and copy; only the parent can change them. */
export const ReceivedMarks = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const page = useOwnPage()
  const { pageIndex, pageSize } = page
  const marks = useQuery({
    ...queryOf(settlingUpCalls.settlingUpReceived, { pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const items = marks.data?.items ?? []
  return (
    <Dialog title={words.title} width={640} onClose={onClose}>
      <div className={css.settling}>
        <p className="dialog-note">{words.note}</p>
        <section className={css.settlingLog} aria-label={words.label}>
          <div className={css.settlingLogHead}>
            <CopyButton
              text={items.length === 0 ? '' : [words.heading, ...items.map(lineOf)].join('\n')}
              label={words.copy}
            />
            <ExportButton call={settlingUpCalls.settlingUpReceived} input={{}} />
          </div>
          <PagedList query={marks} empty={words.empty} {...page} desk={(rows) => <List marks={rows} />} />
        </section>
      </div>
    </Dialog>
  )
}
