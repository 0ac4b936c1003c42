import type { ReactNode } from 'react'
import { gameText } from '../text/zh-CN/shared/game.ts'
import { ToggleGroup } from '../ui/fields/toggle-group.tsx'

type Props = {
  readonly name: string
  readonly label: string
  /** Those that are off too, where the list has them: an operator prepares a game before it is switched on. */
  readonly games: readonly { readonly gameType: string; readonly gameName: string; readonly enabled: boolean }[]
  readonly value: string | null
  readonly onChange: (gameType: string) => void
}

/** One of the games; those that are off say so. */
export const GameToggle = ({ name, label, games, value, onChange }: Props): ReactNode => (
  <ToggleGroup
    name={name}
    label={label}
    options={games.map(({ gameType, gameName, enabled }) => ({
      value: gameType,
      label: enabled ? gameName : gameText.off(gameName),
    }))}
    value={value}
    onChange={onChange}
  />
)
