import { onOffWord } from '@strata/contract/words'
import { type ReactNode, useState } from 'react'
import { LogLink } from '../../components/logs/log-link.tsx'
import { formatClock } from '../../lib/instant.ts'
import { gameSettingsText } from '../../text/zh-CN/rooms/game-settings.ts'
import { GameDialog } from './game-dialog.tsx'
import css from './game-settings.module.css'
import { type GameRow, hasTimes, type Plays } from './game-settings-model.ts'

const words = gameSettingsText.game

const factsOf = (game: GameRow, plays: Plays): readonly (readonly [label: string, value: ReactNode])[] => {
  const { enabled, resultSource, twoSources, closeSeconds, hedgeSeconds } = game
  const { running, next } = plays
  const state = <span className={enabled ? 'tag tag-good' : 'tag tag-bad'}>{onOffWord(enabled)}</span>
  const isTimed = hasTimes(game)
  return [
    [words.enabled, state],
    [words.source, gameSettingsText.sources[resultSource]],
    [words.twoSources, twoSources ? words.twoOn : words.twoOff],
    [words.close, isTimed ? words.closeText(closeSeconds) : words.byPeriod],
    [words.replenish, isTimed ? words.replenishText(hedgeSeconds) : words.byPeriod],
    [words.running, running?.periodNo ?? words.none],
    [words.next, next ? words.opensAt(next.periodNo, formatClock(next.openAt)) : words.none],
  ]
}

type Props = { readonly game: GameRow; readonly plays: Plays; readonly mayChange: boolean }

/** The settings of a game as facts, with the way to change them. */
export const GamePanel = ({ game, plays, mayChange }: Props): ReactNode => {
  const [editing, setEditing] = useState(false)
  return (
    <section className="card panel" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <span className={css.actions}>
          <LogLink of={{ target: game.gameName }} />
          {mayChange ? (
            <button type="button" className="link-button" onClick={() => setEditing(true)}>
              {gameSettingsText.edit}
            </button>
          ) : null}
        </span>
      </header>
      <dl className={css.facts}>
        {factsOf(game, plays).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {editing ? <GameDialog game={game} plays={plays} onClose={() => setEditing(false)} /> : null}
    </section>
  )
}
