import * as periodsCalls from '@strata/contract/calls/periods'
import { PERMISSION } from '@strata/contract/permissions'
import { WEEKDAY_WORDS } from '@strata/contract/words'
import type { GameId } from '@strata/domain/ids'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { repeatedQueryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ListState } from '../../components/list-state.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { DayCell } from './month-day.tsx'
import { dayOf, type Month, monthOf, type Proposed, shiftMonth, singleDays, type Template } from './month-model.ts'
import { OpenDialog } from './open-dialog.tsx'
import css from './periods.module.css'
import { TemplateDialog } from './template-dialog.tsx'
import { WEEK } from './weekdays.tsx'

type Asked =
  | { readonly kind: 'template' }
  | { readonly kind: 'all' }
  | { readonly kind: 'one'; readonly proposed: Proposed }
  | { readonly kind: 'change'; readonly period: Month['periods'][number] }

/** The changes of a month: the template with its single days, and opened periods. */
const useChanges = (gameId: GameId, answer: Month | undefined) => {
  const client = useQueryClient()
  const savePlan = async (
    change: Partial<Pick<Month, 'template' | 'leftOut' | 'added'>>,
    done: string,
  ): Promise<void> => {
    if (!answer) return
    const { version, template, leftOut, added } = answer
    const plan = { template, leftOut, added, ...change }
    try {
      await api.call(periodsCalls.monthSet, { gameId, version, ...plan, requestId: newRequestId() })
      showToast('success', done)
    } finally {
      await refreshAfter(client, periodsCalls.monthSet)
    }
  }
  const open = async (openings: readonly Proposed[]): Promise<void> => {
    await api.call(periodsCalls.periodOpen, { gameId, openings: [...openings], requestId: newRequestId() })
    await refreshAfter(client, periodsCalls.periodOpen)
    showToast('success', words.opened(openings.length))
  }
  return { savePlan, open }
}

type Changes = ReturnType<typeof useChanges>

const Dialogs = (props: {
  readonly gameId: GameId
  readonly asked: Asked
  readonly answer: Month
  readonly changes: Changes
  readonly onClose: () => void
}): ReactNode => {
  const { asked, answer, changes, onClose } = props
  const save = (template: Template): Promise<void> => changes.savePlan({ template }, words.saved)
  if (asked.kind === 'template') return <TemplateDialog template={answer.template} save={save} onClose={onClose} />
  if (asked.kind === 'one')
    return <OpenDialog proposed={asked.proposed} open={(one) => changes.open([one])} onClose={onClose} />
  if (asked.kind === 'change') return <ChangeDialog gameId={props.gameId} period={asked.period} onClose={onClose} />
  const { proposed } = answer
  const [first, last] = [proposed[0], proposed.at(-1)]
  return (
    <ConfirmDialog
      title={words.openAllTitle(proposed.length)}
      confirm={words.openOne}
      onConfirm={() => changes.open(proposed)}
      onClose={onClose}
    >
      <p>{`${first?.periodNo ?? ''} – ${last?.periodNo ?? ''}`}</p>
    </ConfirmDialog>
  )
}

const Grid = (props: {
  readonly month: string
  readonly answer: Month
  readonly acts: Parameters<typeof DayCell>[0]['acts']
}): ReactNode => {
  const { blanks, days } = monthOf(props.month)
  return (
    <ul className={css.month} aria-label={words.label}>
      {WEEK.map((day) => (
        <li key={day} className={css.weekday}>
          {WEEKDAY_WORDS[day]}
        </li>
      ))}
      {WEEK.slice(0, blanks).map((blank) => (
        <li key={blank} className={`${css.day} ${css.dayBlank}`} aria-hidden />
      ))}
      {days.map((day) => (
        <DayCell key={day} of={dayOf(props.answer, day)} today={props.answer.today} acts={props.acts} />
      ))}
    </ul>
  )
}

type Props = { readonly gameId: GameId; readonly month: string; readonly setMonth: (month: string) => void }

/** A month of a game whose periods operators open one by one. */
export const MonthView = ({ gameId, month, setMonth }: Props): ReactNode => {
  const query = useQuery({
    ...repeatedQueryOf(periodsCalls.monthQuery, { gameId, month }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  const mayOpen = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.openPeriods))
  const [asked, setAsked] = useState<Asked | null>(null)
  const answer = query.data
  const changes = useChanges(gameId, answer)
  const set = (day: string, kind: 'out' | 'in' | 'template'): void => {
    if (!answer) return
    const done = { out: words.leftOutDone, in: words.addedDone, template: words.broughtBack }[kind]
    // A refusal has been shown as a toast, and the month is read again.
    changes.savePlan(singleDays(answer, day, kind), done).catch(() => undefined)
  }
  const acts = {
    open: (proposed: Proposed) => setAsked({ kind: 'one', proposed }),
    change: (period: Month['periods'][number]) => setAsked({ kind: 'change', period }),
    set,
  }
  const count = answer?.proposed.length ?? 0
  return (
    <>
      <div className="list-bar">
        <button
          type="button"
          className="ghost-button"
          aria-label={words.previous}
          onClick={() => setMonth(shiftMonth(month, -1))}
        >
          ‹
        </button>
        <b>{words.title(month)}</b>
        <button
          type="button"
          className="ghost-button"
          aria-label={words.next}
          onClick={() => setMonth(shiftMonth(month, 1))}
        >
          ›
        </button>
        <span className={css.muted}>{answer ? words.note(answer.lastDay) : ''}</span>
        {mayOpen ? (
          <span className={`end ${css.actions}`}>
            <button type="button" className="ghost-button" onClick={() => setAsked({ kind: 'template' })}>
              {words.template}
            </button>
            <button
              type="button"
              className="plain-button"
              disabled={count === 0}
              onClick={() => setAsked({ kind: 'all' })}
            >
              {words.openAll(count)}
            </button>
          </span>
        ) : null}
      </div>
      <ListState query={query} isEmpty={() => false}>
        {(data) => <Grid month={month} answer={data} acts={mayOpen ? acts : null} />}
      </ListState>
      {asked !== null && answer ? (
        <Dialogs gameId={gameId} asked={asked} answer={answer} changes={changes} onClose={() => setAsked(null)} />
      ) : null}
    </>
  )
}
