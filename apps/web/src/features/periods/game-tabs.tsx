import type { ReactNode } from 'react'
import { GameToggle } from '../../components/game-toggle.tsx'
import { periodsText as words } from '../../text/zh-CN/rooms/periods.ts'
import type { Game } from './periods-model.ts'

type Props = {
  readonly games: readonly Game[]
  readonly game: Game | null
  readonly onChange: (gameType: string) => void
}

/** Every game, those that are off too: they are prepared before they are opened. */
export const GameTabs = ({ games, game, onChange }: Props): ReactNode => (
  <GameToggle name="game" label={words.games} games={games} value={game?.gameType ?? null} onChange={onChange} />
)
