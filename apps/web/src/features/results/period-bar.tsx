import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { GameToggle } from '../../components/game-toggle.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { formatCountdown } from '../../lib/time.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { useSecond } from '../../ui/hooks/use-second.ts'
import type { Period } from './period-model.ts'
import css from './results.module.css'
import type { View } from './use-period.ts'

const words = fourEyesText.bar

const Standing = ({ period }: { readonly period: Period }): ReactNode => {
  useSecond()
  const { state, drawAt, closeAt, merchants, settled, resultVersion } = period
  const now = serverNow()
  const waits = resultVersion === 0 && state === 'closed' && drawAt <= now
  const settles = resultVersion > 0 && settled < merchants
  const span = formatCountdown(Math.abs(now - drawAt))
  const tag = waits ? words.waiting : settles ? words.settling(settled, merchants) : fourEyesText.states[state]
  return (
    <span className={css.standing} data-part="standing">
      <span className={waits || settles ? 'tag tag-warn' : 'tag'}>{tag}</span>
      <span>{words.closeAt(formatInstant(closeAt).slice(5, 19))}</span>
      <span>{words.drawAt(formatInstant(drawAt).slice(11))}</span>
      {resultVersion === 0 && state !== 'void' ? <b>{drawAt <= now ? words.past(span) : words.until(span)}</b> : null}
    </span>
  )
}

/** Which game and which period, and how it stands. */
export const PeriodBar = ({ view }: { readonly view: View }): ReactNode => {
  const { address, games, game, periods, periodNo, period, rights } = view
  const pick = (change: Readonly<Record<string, string | null>>): void =>
    address.set({ show: null, order: null, ...change })
  const listed = periods.some((one) => one.periodNo === periodNo)
  const options = [
    ...(periodNo === null || listed ? [] : [{ value: periodNo, label: periodNo }]),
    ...periods.map((one) => ({ value: one.periodNo, label: `${one.periodNo} ${fourEyesText.states[one.state]}` })),
  ]
  return (
    <div className={css.bar}>
      <GameToggle
        name="game"
        label={words.games}
        games={games}
        value={game?.gameType ?? null}
        onChange={(gameType) => pick({ game: gameType, period: null })}
      />
      {periodNo === null ? null : (
        <Choice
          label={words.period}
          value={periodNo}
          options={options}
          onChange={(no) => pick({ game: game?.gameType ?? null, period: no })}
        />
      )}
      {period.data ? <Standing period={period.data} /> : null}
      <span className={css.barEnd}>
        {periodNo === null ? null : <LogLink of={{ target: periodNo }} />}
        <SearchBox
          label={words.find}
          value=""
          button={words.findButton}
          onSearch={(no) => no !== '' && pick({ game: game?.gameType ?? null, period: no })}
        />
        {rights.correct ? (
          <button type="button" className="ghost-button" onClick={() => pick({ show: 'order' })}>
            {words.voidOrder}
          </button>
        ) : null}
      </span>
    </div>
  )
}
