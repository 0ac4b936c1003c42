import { useState } from 'react'

type Game = { readonly gameType: string; readonly enabled: boolean }

/**
 * The game that an operator's page shows unless one is asked for: the first that is on. It stays while the page is open,
 * also when somebody switches a game meanwhile: what is being typed belongs to it.
 */
export const useFirstGame = <T extends Game>(games: readonly T[]): T | null => {
  const [code, setCode] = useState<string | null>(null)
  const first =
    games.find(({ gameType }) => gameType === code) ?? games.find(({ enabled }) => enabled) ?? games[0] ?? null
  if (first !== null && first.gameType !== code) setCode(first.gameType)
  return first
}
