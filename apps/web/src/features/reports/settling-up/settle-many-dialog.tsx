import * as settlingUpCalls from '@strata/contract/calls/settling-up'
import { transferPasswordProblem } from '@strata/contract/rules'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiFailure, ApiRefusal } from '../../../api/client.ts'
import { serverNow } from '../../../api/clock.ts'
import { queryOf } from '../../../api/queries.ts'
import { seal } from '../../../api/seal.ts'
import { callSealed } from '../../../api/sealed-call.ts'
import { Amount } from '../../../components/amount.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { TransferPasswordField } from '../../../components/forms/password-field.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { businessDay } from '../../../lib/day-starts.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { type DayRange, shiftDay } from '../../../lib/time.ts'
import { ledgerText } from '../../../text/zh-CN/rooms/ledger.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { ClosedDays, closedPart } from './closed-days.tsx'
import { type DueRow, dueOf, dueSums, movedOf } from './settle-many-model.ts'
import { SettleManyRows } from './settle-many-rows.tsx'
import css from './settling.module.css'
import { Due } from './settling-dialog.tsx'
import { useSettlingChanged } from './use-settling.ts'

const words = settlingText.many
const FORM = 'settle-many'
/** As many as one call may mark. */
const MAX_ROWS = 100
const NONE: ReadonlySet<number> = new Set()

const useDueRows = (range: DayRange) =>
  useQuery({
    ...queryOf(settlingUpCalls.settlingUpQuery, {
      ...range,
      state: 'unsettled',
      pageSize: MAX_ROWS,
      sortInfo: { columnName: 'unsettled', direction: 1 },
    }),
    placeholderData: keepPreviousData,
  })

/** One call for the chosen rows; a repeated call after a lost answer has the same requestId and marks nothing twice. */
const useMarkMany = (range: DayRange, onMarked: (count: number) => void) => {
  const [requestId, setRequestId] = useState(newRequestId)
  const [before, setBefore] = useState<ReadonlyMap<number, string>>(new Map())
  const changed = useSettlingChanged()
  const mark = useMutation({
    mutationFn: ({ rows, password, note }: Wish) =>
      callSealed(async (sealed) => {
        const transferPassword = await seal(password)
        return await sealed.call(settlingUpCalls.settlingUpSetMany, {
          ...range,
          items: rows.map((row) => ({ agentPathsId: row.agentPathsId, amount: dueOf(row) })),
          transferPassword,
          requestId,
          ...(note.trim() === '' ? {} : { note: note.trim() }),
        })
      }),
    onSuccess: ({ items }) => {
      showToast('success', words.marked(items.length))
      setRequestId(newRequestId())
      setBefore(new Map())
      onMarked(items.length)
    },
    onError: (caught, { rows }) => {
      if (caught instanceof ApiFailure) return
      setRequestId(newRequestId())
      const moved = caught instanceof ApiRefusal ? movedOf(caught.data) : new Map()
      setBefore(new Map(rows.filter((row) => moved.has(row.agentPathsId)).map((row) => [row.agentPathsId, dueOf(row)])))
    },
    onSettled: () => changed(),
  })
  return { mark, before }
}

type Wish = { readonly rows: readonly DueRow[]; readonly password: string; readonly note: string }

const Sums = ({ rows }: { readonly rows: readonly DueRow[] }): ReactNode => {
  const { receive, pay, net } = dueSums(rows)
  const shown = { receive, pay, net }
  return (
    <dl className={css.settlingSums} data-part="settle-many-sums">
      <div>
        <dt>{words.chosen}</dt>
        <dd>{words.count(rows.length)}</dd>
      </div>
      {(['receive', 'pay', 'net'] as const).map((name) => (
        <div key={name}>
          <dt>{words.sums[name]}</dt>
          <dd>
            <Amount value={shown[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type FormProps = {
  readonly rows: readonly DueRow[]
  readonly judged: boolean
  readonly password: string
  readonly onPassword: (text: string) => void
  readonly note: string
  readonly onNote: (text: string) => void
  readonly onSubmit: () => void
}

const Form = ({ rows, judged, password, onPassword, note, onNote, onSubmit }: FormProps): ReactNode => {
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id={FORM} className={css.manyForm} noValidate onSubmit={submit}>
      <p>
        {rows.length === 0 ? words.chooseFirst : <Due due={dueSums(rows).net} />}
        {judged && rows.length === 0 ? <b role="alert"> {words.noneChosen}</b> : null}
      </p>
      <TextField
        label={settlingText.note}
        value={note}
        maxLength={200}
        placeholder={settlingText.notePlaceholder}
        onChange={onNote}
      />
      <TransferPasswordField
        label={ledgerText.password}
        hint=""
        problem={judged ? transferPasswordProblem(password) : null}
        value={password}
        onChange={onPassword}
      />
    </form>
  )
}

type Props = { readonly range: DayRange; readonly onClose: () => void }

/** Settling up with several downlines: chosen rows, their sums, one password, all or none of them. */
export const SettleManyDialog = ({ range: asked, onClose }: Props): ReactNode => {
  const yesterday = shiftDay(businessDay(serverNow()), -1)
  const [range, setRange] = useState(() => closedPart(asked, yesterday))
  const [chosen, setChosen] = useState(NONE)
  const [typed, setTyped] = useState({ password: '', note: '' })
  const [judged, setJudged] = useState(false)
  const list = useDueRows(range)
  const rows = (list.data?.items ?? []).filter(({ agentPathsId }) => chosen.has(agentPathsId))
  const { mark, before } = useMarkMany(range, () => {
    setChosen(NONE)
    setTyped({ password: '', note: '' })
    setJudged(false)
  })
  const submit = (): void => {
    setJudged(true)
    if (rows.length === 0 || transferPasswordProblem(typed.password) !== null || mark.isPending) return
    mark.mutate({ rows, ...typed })
  }
  const more = (list.data?.total ?? 0) - (list.data?.items.length ?? 0)
  return (
    <Dialog
      title={words.title}
      width={900}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" disabled={mark.isPending} onClick={onClose}>
            {peopleText.cancel}
          </button>
          <button type="submit" form={FORM} className="plain-button" disabled={mark.isPending}>
            {mark.isPending ? peopleText.working : words.mark(rows.length)}
          </button>
        </>
      }
    >
      <div className={css.settling}>
        <div className={css.settlingRange}>
          <ClosedDays range={range} last={yesterday} onChange={setRange} />
        </div>
        <p className="dialog-note">{settlingText.closedOnly}</p>
        {before.size > 0 ? (
          <p className={css.settlingOpen} role="alert">
            {words.moved(before.size)}
          </p>
        ) : null}
        <ListState query={list} isEmpty={({ items }) => items.length === 0} empty={words.empty}>
          {({ items }) => (
            <SettleManyRows rows={items} chosen={chosen} before={before} fixed={mark.isPending} onChoose={setChosen} />
          )}
        </ListState>
        {more > 0 ? <p className="dialog-note">{words.more(more)}</p> : null}
        <Sums rows={rows} />
        <Form
          {...typed}
          rows={rows}
          judged={judged}
          onPassword={(password) => setTyped({ ...typed, password })}
          onNote={(note) => setTyped({ ...typed, note })}
          onSubmit={submit}
        />
      </div>
    </Dialog>
  )
}
