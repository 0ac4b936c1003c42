import * as settlingUpCalls from '@strata/contract/calls/settling-up'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { Amount } from '../../../components/amount.tsx'
import { PagedList } from '../../../components/data-table/paged-list.tsx'
import { type OwnPage, useOwnPage } from '../../../components/data-table/use-own-page.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { TimeAgo } from '../../../components/time-ago.tsx'
import { showAmount } from '../../../lib/amount.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import css from './settling.module.css'
import { rangeText } from './statement.ts'
import { MARK_PERMISSION, useSettlingChanged } from './use-settling.ts'

const words = settlingText

const useMarks = (agentPathsId: number, { pageIndex, pageSize }: OwnPage) =>
  useQuery({
    ...queryOf(settlingUpCalls.settlingUpLog, { agentPathsId, pageIndex, pageSize }, { automatic: true }),
    placeholderData: keepPreviousData,
  })

type Marked = NonNullable<ReturnType<typeof useMarks>['data']>['items'][number]

/** The marks with one downline, newest first. The user's own can be taken back and stay in the list. */
export const SettlingLog = ({ agentPathsId }: { readonly agentPathsId: number }): ReactNode => {
  const page = useOwnPage()
  const marks = useMarks(agentPathsId, page)
  const mayMark = useSession((session) => session.permissionIds.includes(MARK_PERMISSION))
  const [undoing, setUndoing] = useState<Marked | null>(null)
  return (
    <section className={css.settlingLog} aria-label={words.log}>
      <div className={css.settlingLogHead}>
        <h3>{words.log}</h3>
        <ExportButton call={settlingUpCalls.settlingUpLog} input={{ agentPathsId }} />
      </div>
      <PagedList
        query={marks}
        empty={words.logEmpty}
        {...page}
        desk={(rows) => (
          <ul>
            {rows.map((mark) => (
              <li key={mark.id} data-undone={mark.undone === null ? undefined : 'yes'}>
                <span>
                  {rangeText(mark.from, mark.to)} <small>{words.dayCount(mark.days)}</small>
                </span>
                <b>
                  <Amount value={mark.amount} />
                </b>
                <span>{mark.note}</span>
                <small>
                  {words.by(mark.operatorName)} <TimeAgo at={mark.at} />
                  {mark.undone === null ? null : (
                    <>
                      ，{words.undone(mark.undone.operatorName)} <TimeAgo at={mark.undone.at} />
                      {mark.undone.reason === '' ? null : `（${mark.undone.reason}）`}
                    </>
                  )}
                </small>
                {mark.undone === null && mayMark ? (
                  <button type="button" className="link-button" onClick={() => setUndoing(mark)}>
                    {words.undo}
                  </button>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      />
      {undoing ? <Undo mark={undoing} onClose={() => setUndoing(null)} /> : null}
    </section>
  )
}

const Undo = ({ mark, onClose }: { readonly mark: Marked; readonly onClose: () => void }): ReactNode => {
  const [reason, setReason] = useState('')
  const [requestId] = useState(newRequestId)
  const changed = useSettlingChanged()
  const undo = async (): Promise<void> => {
    const why = reason.trim()
    await api.call(settlingUpCalls.settlingUpUndo, { id: mark.id, requestId, ...(why === '' ? {} : { reason: why }) })
    await changed()
  }
  return (
    <ConfirmDialog title={words.undoTitle} confirm={words.undo} danger onConfirm={undo} onClose={onClose}>
      <p>{words.undoText(rangeText(mark.from, mark.to), showAmount(mark.amount))}</p>
      <label className={css.settlingReason}>
        {words.reason}
        <input
          className="text-input"
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </label>
    </ConfirmDialog>
  )
}
