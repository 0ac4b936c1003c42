import type { ReactNode } from 'react'
import { periodsText as words } from '../../text/zh-CN/rooms/periods.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import type { Game } from './periods-model.ts'

type Props = {
  readonly games: readonly Game[]
  readonly game: Game | null
  readonly onChange: (gameType: string) => void
}

/** Every game, those that are off too: they are prepared before they are opened. */
export const GameTabs = ({ games, game, onChange }: Props): ReactNode => (
  <ToggleGroup
    name="game"
    label={words.games}
    options={games.map(({ gameType, gameName, enabled }) => ({
      value: gameType as string,
      label: enabled ? gameName : `${gameName}${words.off}`,
    }))}
    value={game?.gameType ?? null}
    onChange={onChange}
  />
)
