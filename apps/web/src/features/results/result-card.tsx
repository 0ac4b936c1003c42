import * as settlementCalls from '@strata/contract/calls/settlement'
import type { GameCode } from '@strata/domain/games/catalogue'
import type { DrawEntry } from '@strata/domain/games/draw-entry'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/instant.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { BallEntry } from './ball-entry.tsx'
import { LargeBalls } from './ball-notes.tsx'
import { Balls } from './balls.tsx'
import { Derived, EntryChecks } from './derived.tsx'
import { ballsInForce, type Period, type Shown, seedBalls } from './period-model.ts'
import css from './results.module.css'
import { useChange } from './use-change.ts'
import type { Rights } from './use-period.ts'

const words = fourEyesText.result

type Props = {
  readonly game: GameCode
  readonly period: Period
  readonly rights: Rights
  readonly shown: Shown
  /** The balls of a correction, while it is typed. */
  readonly entry: DrawEntry
  readonly onEntry: (change: (held: DrawEntry) => DrawEntry) => void
  readonly balls: readonly number[] | null
  readonly onShow: (shown: Shown) => void
}

const Sources = ({ game, period }: Pick<Props, 'game' | 'period'>): ReactNode =>
  period.sources.length === 0 ? null : (
    <p className={css.sources}>
      <small>{words.sources}</small>
      {period.sources.map(({ source, result }) => (
        <span key={source}>
          {source} <Balls game={game} balls={result} against={ballsInForce(period)} />
        </span>
      ))}
    </p>
  )

/** What a committed period may become: only what its seed drew. */
const SeedNote = ({ period }: { readonly period: Period }): ReactNode => {
  const seed = seedBalls(period)
  if (seed === null) return null
  return <p className={css.said}>{String(seed) === String(ballsInForce(period)) ? words.seedSame : words.seedOnly}</p>
}

const InForce = ({ game, period }: Pick<Props, 'game' | 'period'>): ReactNode => {
  const balls = ballsInForce(period)
  if (balls.length === 0) return <p className={css.said}>{words.void}</p>
  return (
    <>
      <div className={css.entryRow}>
        <LargeBalls game={game} period={period} balls={balls} />
      </div>
      <Derived game={game} period={period} balls={balls} />
    </>
  )
}

const Correcting = ({ game, period, entry, onEntry, balls }: Props): ReactNode => (
  <>
    <p className={css.masked}>
      <span className="tag">{words.version(period.resultVersion)}</span>
      <Balls game={game} balls={ballsInForce(period)} />
      <small>{balls !== null && String(balls) === String(ballsInForce(period)) ? words.same : words.newBalls}</small>
    </p>
    <div className={css.entryRow}>
      <BallEntry {...{ game, period, entry }} onChange={onEntry} />
      <EntryChecks game={game} texts={entry.texts} />
    </div>
    <Derived game={game} period={period} balls={balls} />
  </>
)

const Actions = ({ period, shown, onShow }: Pick<Props, 'period' | 'shown' | 'onShow'>): ReactNode => {
  const { busy, change } = useChange()
  const seed = seedBalls(period)
  const mayCorrect = seed === null ? period.drawnBy !== 'seed' : String(seed) !== String(ballsInForce(period))
  const settle = async (): Promise<void> => {
    const done = await change(settlementCalls.gamePeriodSettle, { gameId: period.gameId, periodNo: period.periodNo })
    if (done) showToast('success', done.answer.due > 0 ? words.settling(done.answer.due) : words.settled)
  }
  return (
    <>
      <button
        type="button"
        className="ghost-button"
        disabled={busy}
        title={words.settleHint}
        onClick={() => void settle()}
      >
        {words.settle}
      </button>
      {period.state === 'void' ? null : (
        <button type="button" className={`ghost-button ${css.bad}`} onClick={() => onShow('void')}>
          {words.voidPeriod}
        </button>
      )}
      {mayCorrect && shown !== 'correct' ? (
        <button type="button" className="plain-button" onClick={() => onShow('correct')}>
          {seed === null ? words.correct : words.restore}
        </button>
      ) : null}
      {shown === 'correct' ? (
        <button type="button" className="ghost-button" onClick={() => onShow(null)}>
          {words.cancelCorrect}
        </button>
      ) : null}
    </>
  )
}

/** The result in force, and what may be done to it. */
export const ResultCard = (props: Props): ReactNode => {
  const { game, period, rights, shown, onShow } = props
  const last = period.versions.at(-1)
  const typing = shown === 'correct' && period.drawnBy !== 'seed'
  return (
    <section className={`card ${css.card}`} data-part="result">
      <header>
        <h2>{words.title}</h2>
        <span className="tag">{words.version(period.resultVersion)}</span>
        <small className={css.end}>
          {last ? [formatInstant(last.at), last.by, last.reason].filter((text) => text !== '').join(' · ') : null}
        </small>
      </header>
      {typing ? <Correcting {...props} /> : <InForce game={game} period={period} />}
      <SeedNote period={period} />
      <Sources game={game} period={period} />
      {rights.correct ? (
        <footer>
          <Actions {...{ period, shown, onShow }} />
        </footer>
      ) : null}
    </section>
  )
}
