import * as proposalCalls from '@strata/contract/calls/proposals'
import * as settlementCalls from '@strata/contract/calls/settlement'
import type { GameCode } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES } from '@strata/domain/games/draw'
import { type DrawEntry, emptyEntry, judgeEntry } from '@strata/domain/games/draw-entry'
import { type FormEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { formatClock } from '../../lib/instant.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { BallEntry } from './ball-entry.tsx'
import { Derived, EntryChecks } from './derived.tsx'
import { type Period, type Proposal, type Standing, standingOf } from './period-model.ts'
import css from './results.module.css'
import { useChange } from './use-change.ts'
import type { Rights } from './use-period.ts'

const words = fourEyesText.entry

type Props = {
  readonly game: GameCode
  readonly period: Period
  /** The first entry, which another operator made. */
  readonly first: Proposal | null
  /** The last two entries were not the same: both operators are told. */
  readonly differed: boolean
  readonly fourEyes: boolean
  readonly rights: Rights
  /** The way to the void of the period; null: the caller has none. */
  readonly voiding: ReactNode
}

/** The first entry as nobody sees it: as many hollow balls as there are. */
const Masked = ({ game, first }: { readonly game: GameCode; readonly first: Proposal }): ReactNode => (
  <p className={css.masked}>
    <span className="tag">{words.firstTag}</span>
    <span>{words.entered(first.by, formatClock(first.at))}</span>
    <span className={css.maskedBalls} role="img" aria-label={words.maskedLabel(DRAW_SHAPES[game].count)}>
      {fourEyesText.places[game].map((place) => (
        <i key={place} />
      ))}
    </span>
    <small>{words.masked}</small>
  </p>
)

const useSend = ({ game, period, first }: Pick<Props, 'game' | 'period' | 'first'>) => {
  const [entry, setEntry] = useState<DrawEntry>(() => emptyEntry(game))
  const { busy, change } = useChange()
  const { balls } = judgeEntry(game, entry.texts)
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (balls === null || busy) return
    const asked = { gameId: period.gameId, periodNo: period.periodNo, result: [...balls] }
    if (first === null) {
      const done = await change(settlementCalls.drawEnter, asked)
      if (done === null) return
      showToast('success', words.firstDone)
    } else {
      const done = await change(settlementCalls.drawConfirm, asked)
      if (done === null) return
      if (done.answer.state === 'inForce') showToast('success', words.inForce)
    }
    setEntry(emptyEntry(game))
  }
  return { entry, setEntry, balls, busy, send }
}

type Stands = { readonly standing: Standing | null; readonly first: Proposal | null; readonly rights: Rights }

/** Why the caller may not type; null: it may. */
const refusedFor = ({ standing, first, rights }: Stands): string | null => {
  if (first === null) return rights.enter ? null : words.noRight
  if (standing === 'blind') return null
  if (standing === 'mine') return words.ownWaits
  return first.mayNot === null ? words.noSecond : fourEyesText.proposals.why[first.mayNot]
}

/** Entry of a result by two operators, each without seeing what the other one typed. */
export const EntryCard = ({ game, period, first, differed, fourEyes, rights, voiding }: Props): ReactNode => {
  const { entry, setEntry, balls, busy, send } = useSend({ game, period, first })
  const standing = first && standingOf(first, { fourEyes, mayConfirm: rights.confirm })
  const refused = refusedFor({ standing, first, rights })
  return (
    <form className={`card ${css.card}`} data-part="entry" onSubmit={(event) => void send(event)}>
      <header>
        <h2>{words.title}</h2>
        <small>{first ? words.second : words.first}</small>
        <small className={css.end}>{fourEyes ? words.hint : words.alone}</small>
      </header>
      {first ? <Masked game={game} first={first} /> : null}
      {differed ? (
        <p className={css.differed} role="alert">
          {words.differed}
        </p>
      ) : null}
      {refused === null ? (
        <>
          <div className={css.entryRow}>
            <BallEntry {...{ game, period, entry }} onChange={setEntry} />
            <EntryChecks game={game} texts={entry.texts} />
          </div>
          <Derived game={game} period={period} balls={balls} />
        </>
      ) : (
        <p className={css.said}>{refused}</p>
      )}
      <EntryFoot
        {...{ first, standing, busy, voiding, may: refused === null, whole: balls !== null }}
        onClear={() => setEntry(emptyEntry(game))}
      />
    </form>
  )
}

type FootProps = {
  readonly first: Proposal | null
  readonly standing: Standing | null
  readonly busy: boolean
  readonly may: boolean
  readonly whole: boolean
  readonly voiding: ReactNode
  readonly onClear: () => void
}

const EntryFoot = ({ first, standing, busy, may, whole, voiding, onClear }: FootProps): ReactNode => {
  const { change, busy: ending } = useChange()
  // What is typed next is a ball: the button would keep the keys.
  const clear = ({ currentTarget }: MouseEvent<HTMLButtonElement>): void => {
    onClear()
    currentTarget.form?.querySelector('input')?.focus()
  }
  const proposalId = first?.proposalId ?? ''
  return (
    <footer>
      <p>{may ? (first ? words.noteSecond : words.noteFirst) : null}</p>
      {first ? null : voiding}
      {first?.mine ? (
        <button
          type="button"
          className="ghost-button"
          disabled={ending}
          onClick={() => void change(proposalCalls.proposalWithdraw, { proposalId })}
        >
          {words.withdraw}
        </button>
      ) : null}
      {standing === 'blind' && !first?.mine ? (
        <button
          type="button"
          className={`ghost-button ${css.bad}`}
          disabled={ending}
          onClick={() => void change(proposalCalls.proposalDecide, { proposalId, approve: false })}
        >
          {words.decline}
        </button>
      ) : null}
      {may ? (
        <>
          <button type="button" className="ghost-button" onClick={clear}>
            {words.clear}
          </button>
          <button type="submit" className="plain-button" disabled={!whole || busy}>
            {first ? words.submitSecond : words.submitFirst}
          </button>
        </>
      ) : null}
    </footer>
  )
}
