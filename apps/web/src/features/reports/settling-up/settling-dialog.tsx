import * as settlingUpCalls from '@strata/contract/calls/settling-up'
import { queryOf } from '../../../api/queries.ts'
import { showCount } from '../../../lib/count.ts'
import '../../../ui/page/list-page.css'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { serverNow } from '../../../api/clock.ts'
import { useSession } from '../../../api/session.ts'
import { Amount } from '../../../components/amount.tsx'
import { CopyButton } from '../../../components/copy-button.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { showAmount, signOf } from '../../../lib/amount.ts'
import { businessDay } from '../../../lib/day-starts.ts'
import { formatInstant } from '../../../lib/instant.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { type DayRange, shiftDay } from '../../../lib/time.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { ClosedDays, closedPart } from './closed-days.tsx'
import css from './settling.module.css'
import { SettlingLog } from './settling-log.tsx'
import { type SettlingDays, statementText, unsignedWords } from './statement.ts'
import { MARK_PERMISSION, useSettlingChanged } from './use-settling.ts'

const CHANGED = 40902

const words = settlingText
const SUMS = ['receivable', 'settled', 'unsettled', 'difference'] as const

type Props = { readonly agentPathsId: number; readonly range: DayRange; readonly onClose: () => void }

const useDays = (agentPathsId: number, range: DayRange) =>
  useQuery({
    ...queryOf(settlingUpCalls.settlingUpDays, { agentPathsId, ...range }),
    placeholderData: keepPreviousData,
  })

/** Settling up with one downline: the sums day by day, the mark, its statement and the earlier marks. */
export const SettlingDialog = ({ agentPathsId, range: asked, onClose }: Props): ReactNode => {
  const yesterday = shiftDay(businessDay(serverNow()), -1)
  const [range, setRange] = useState(() => closedPart(asked, yesterday))
  const days = useDays(agentPathsId, range)
  return (
    <Dialog title={words.title(days.data?.accountName ?? '…')} width={860} onClose={onClose}>
      <div className={css.settling}>
        <div className={css.settlingRange}>
          <ClosedDays range={range} last={yesterday} onChange={setRange} />
        </div>
        <p className="dialog-note">{words.closedOnly}</p>
        <ListState query={days} isEmpty={({ days: found }) => found.length === 0} empty={words.empty}>
          {(data) => <DayRows data={data} range={range} />}
        </ListState>
        <SettlingLog agentPathsId={agentPathsId} />
      </div>
    </Dialog>
  )
}

const DayRows = ({ data, range }: { readonly data: SettlingDays; readonly range: DayRange }): ReactNode => (
  <>
    <dl className={css.settlingSums} data-part="settling-sums">
      {SUMS.map((name) => (
        <div key={name} title={words.sumsWhy[name]}>
          <dt>{words.sums[name]}</dt>
          <dd>
            <Amount value={data[name]} />
          </dd>
        </div>
      ))}
    </dl>
    {data.openOrders > 0 ? (
      <p className={css.settlingOpen} role="status">
        {words.openOrders(showCount(data.openOrders))}
      </p>
    ) : null}
    <DayList data={data} />
    <Mark data={data} range={range} />
  </>
)

const Settled = ({ day }: { readonly day: SettlingDays['days'][number] }): ReactNode =>
  day.settled === null ? <span className="tag tag-warn">{words.notSettled}</span> : <Amount value={day.settled} />

const DayList = ({ data }: { readonly data: SettlingDays }): ReactNode => {
  const mobile = useMedia(MOBILE)
  const { columns } = words
  if (mobile)
    return (
      <ul className={css.settlingCards} aria-label={words.days}>
        {data.days.map((day) => (
          <li key={day.day}>
            <b>{day.day}</b>
            <span>
              {columns.receivable} <Amount value={day.receivable} />
            </span>
            <span>
              {columns.settled} <Settled day={day} />
            </span>
            {signOf(day.difference) === 0 ? null : (
              <span>
                {columns.difference} <Amount value={day.difference} />
              </span>
            )}
          </li>
        ))}
      </ul>
    )
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    <section className={`table-scroll ${css.settlingDays}`} tabIndex={0} aria-label={words.days}>
      <table className="table data-table">
        <thead>
          <tr>
            <th scope="col" className="left">
              {columns.day}
            </th>
            {(['orders', 'valid', 'memberResult', 'replenishment', 'receivable', 'settled', 'difference'] as const).map(
              (name) => (
                <th key={name} scope="col">
                  {columns[name]}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {data.days.map((day) => (
            <tr key={day.day} data-day={day.day}>
              <th scope="row" className="left">
                {day.day}
              </th>
              <td>{showCount(day.orders)}</td>
              <td>
                <Amount value={day.valid} />
              </td>
              <td>
                <Amount value={day.memberResult} />
              </td>
              <td>
                <Amount value={day.replenishment} />
              </td>
              <td className="strong">
                <Amount value={day.receivable} />
              </td>
              <td>
                <Settled day={day} />
              </td>
              <td>{day.settled === null ? '—' : <Amount value={day.difference} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** Who pays whom, in figures and in words. */
export const Due = ({ due }: { readonly due: string }): ReactNode => {
  const sign = signOf(due)
  if (sign === 0) return words.even
  const shown = showAmount(due).replace('-', '')
  return (
    <>
      <b>{sign > 0 ? words.receive(shown) : words.pay(shown)}</b> <small>{unsignedWords(due)}</small>
    </>
  )
}

const Mark = ({ data, range }: { readonly data: SettlingDays; readonly range: DayRange }): ReactNode => {
  const account = useSession((session) => session.account?.accountName ?? '')
  const mayMark = useSession((session) => session.permissionIds.includes(MARK_PERMISSION))
  const [note, setNote] = useState('')
  // One requestId per mark: a retry after a lost answer does not mark twice.
  const [requestId, setRequestId] = useState(newRequestId)
  const changed = useSettlingChanged()
  const isDue = data.days.some(({ settled, difference }) => settled === null || signOf(difference) !== 0)
  const mark = useMutation({
    mutationFn: () =>
      api.call(settlingUpCalls.settlingUpSet, {
        agentPathsId: data.agentPathsId,
        ...range,
        amount: data.due,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        requestId,
      }),
    onSuccess: () => {
      showToast('success', words.marked)
      setNote('')
    },
    onError: (caught) => {
      if (caught instanceof ApiRefusal && caught.code === CHANGED) showToast('warning', words.moved)
    },
    onSettled: () => {
      setRequestId(newRequestId())
      return changed()
    },
  })
  const role = appText.roles[data.roleId] ?? ''
  const statement = statementText(data, { account, at: formatInstant(serverNow()), role })
  return (
    <div className={css.settlingFoot}>
      <p>
        {words.sums.due}　<Due due={data.due} />
      </p>
      <div>
        {mayMark ? (
          <label className={css.settlingNote}>
            <span className="visually-hidden">{words.note}</span>
            <input
              className="text-input"
              value={note}
              maxLength={200}
              placeholder={words.notePlaceholder}
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </label>
        ) : null}
        <CopyButton text={statement} label={words.copy} />
        <ExportButton
          call={settlingUpCalls.settlingUpDays}
          input={{ agentPathsId: data.agentPathsId, from: range.from, to: range.to }}
        />
        {mayMark ? (
          <button
            type="button"
            className="plain-button"
            disabled={!isDue || mark.isPending}
            title={isDue ? undefined : words.markNothing}
            onClick={() => mark.mutate()}
          >
            {words.mark}
          </button>
        ) : null}
      </div>
    </div>
  )
}
