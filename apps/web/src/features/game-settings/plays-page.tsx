import * as adminCalls from '@strata/contract/calls/admin'
import * as playCalls from '@strata/contract/calls/plays'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import '../../ui/page/list-page.css'
import '../../ui/page/table.css'
import { onLive } from '../../api/live.ts'
import { keyOf, queryOf, repeatedQueryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { GameToggle } from '../../components/game-toggle.tsx'
import { ListState } from '../../components/list-state.tsx'
import { gameSettingsText as words } from '../../text/zh-CN/rooms/game-settings.ts'
import { GamePanel } from './game-panel.tsx'
import css from './game-settings.module.css'
import type { GameRow } from './game-settings-model.ts'
import { OptionsPanel } from './options-panel.tsx'
import { PlaysPanel } from './plays-panel.tsx'

/** Reads the plays again when a period of the game moves, or when somebody stops one. */
const usePlays = (gameId: number) => {
  const client = useQueryClient()
  useEffect(() => {
    const again = (event: { readonly gameId: number }): void => {
      if (event.gameId === gameId) void client.invalidateQueries({ queryKey: keyOf(playCalls.playQuery) })
    }
    const offs = [onLive('period', again), onLive('odds', again), onLive('game', again)]
    return () => {
      for (const off of offs) off()
    }
  }, [client, gameId])
  return useQuery({ ...repeatedQueryOf(playCalls.playQuery, { gameId }), refetchInterval: 30_000 })
}

const OneGame = ({ game }: { readonly game: GameRow }): ReactNode => {
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.changeGames))
  const plays = usePlays(game.gameId)
  return (
    <ListState query={plays} isEmpty={() => false}>
      {(data) => (
        <>
          <GamePanel game={game} plays={data} mayChange={mayChange} />
          <OptionsPanel game={game} plays={data} mayChange={mayChange} />
          <PlaysPanel key={game.gameId} game={game} plays={data} mayChange={mayChange} />
        </>
      )}
    </ListState>
  )
}

/** Games, their plays and their rule options. */
export const PlaysPage = (): ReactNode => {
  const games = useQuery(queryOf(adminCalls.gameQuery, {}))
  const { search, change } = useAddress()
  return (
    <ListState query={games} isEmpty={(all) => all.length === 0}>
      {(all) => {
        const game = all.find(({ gameType }) => gameType === search.get('game')) ?? all[0]
        return (
          <div className={css.page}>
            <div className={css.games}>
              <GameToggle
                name="game"
                label={words.games}
                games={all}
                value={game?.gameType ?? null}
                onChange={(gameType) => change({ game: gameType, group: null })}
              />
            </div>
            {game ? <OneGame key={game.gameId} game={game} /> : null}
          </div>
        )
      }}
    </ListState>
  )
}
