import * as adminCalls from '@strata/contract/calls/admin'
import { useFirstGame } from '../../api/first-game.ts'
import '../../ui/page/list-page.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/queries.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { LogLink } from '../../components/logs/log-link.tsx'
import { formatDate } from '../../lib/instant.ts'
import { GameTabs } from './game-tabs.tsx'
import { isMonth } from './month-model.ts'
import { MonthView } from './month-view.tsx'
import { BY_HAND } from './periods-model.ts'
import { ScheduleView } from './schedule-view.tsx'

/** When the periods of each game are: a schedule, or for 六合彩 a month that operators open. */
export const SchedulesPage = (): ReactNode => {
  const { search, change } = useAddress()
  const games = useQuery(queryOf(adminCalls.gameQuery, {})).data ?? []
  const first = useFirstGame(games)
  const game = games.find(({ gameType }) => gameType === search.get('game')) ?? first
  const asked = search.get('month')
  const month = isMonth(asked) ? asked : formatDate(serverNow()).slice(0, 7)
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <GameTabs games={games} game={game} onChange={(gameType) => change({ game: gameType })} />
          <span className="end">{game ? <LogLink of={{ target: game.gameName }} /> : null}</span>
        </div>
        {game === null ? null : game.gameType === BY_HAND ? (
          <MonthView gameId={game.gameId} month={month} setMonth={(next) => change({ month: next })} />
        ) : (
          <ScheduleView key={game.gameId} gameId={game.gameId} />
        )}
      </section>
    </div>
  )
}
