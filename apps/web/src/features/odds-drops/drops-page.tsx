import type { ReactNode } from 'react'
import '../../ui/page/list-page.css'
import { type GameType, useGameTypes } from '../../api/shared-queries.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { GameToggle } from '../../components/game-toggle.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { choiceOf } from '../../lib/address.ts'
import { dropsText as words } from '../../text/zh-CN/rooms/odds-drops.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { DropLog } from './drop-log.tsx'
import { DropSteps } from './drop-steps.tsx'
import css from './drops.module.css'
import { DropsNow } from './drops-now.tsx'

const TABS = ['steps', 'now', 'log'] as const
type Tab = (typeof TABS)[number]
/** Of one tab and one game. */
const NO_FILTERS = { group: null, play: null, q: null }

const PARTS: Readonly<Record<Tab, (props: { readonly game: GameType }) => ReactNode>> = {
  steps: DropSteps,
  now: DropsNow,
  log: DropLog,
}

/** 自动降赔: the steps by which odds drop, what stands lower now, and every change with its cause. */
export const DropsPage = (): ReactNode => {
  const games = useGameTypes().data ?? []
  const { search, change } = useAddress()
  const game = games.find(({ gameType }) => gameType === search.get('game')) ?? games[0]
  const tab = choiceOf(search, 'tab', TABS) ?? 'steps'
  const Part = PARTS[tab]
  return (
    <div className="list-page">
      <div className={css.head}>
        <GameToggle
          name="drops-game"
          label={words.games}
          games={games}
          value={game?.gameType ?? null}
          onChange={(gameType) => change({ ...NO_FILTERS, game: gameType })}
        />
        <Tabs
          label={words.tabsLabel}
          items={TABS.map((value) => ({ value, label: words.tabs[value] }))}
          value={tab}
          onChange={(value) => change({ ...NO_FILTERS, tab: value === 'steps' ? null : value })}
        />
        {game ? <LogLink of={{ target: game.gameName }} /> : null}
      </div>
      <section className="card list-card">{game ? <Part key={game.id} game={game} /> : null}</section>
    </div>
  )
}
