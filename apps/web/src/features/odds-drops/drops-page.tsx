import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import '../../ui/page/list-page.css'
import { type GameType, useGameTypes } from '../../api/shared-queries.ts'
import { dropsText as words } from '../../text/zh-CN/rooms/odds-drops.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { DropLog } from './drop-log.tsx'
import { DropSteps } from './drop-steps.tsx'
import css from './drops.module.css'
import { DropsNow } from './drops-now.tsx'

const TABS = ['steps', 'now', 'log'] as const
type Tab = (typeof TABS)[number]

const PARTS: Readonly<Record<Tab, (props: { readonly game: GameType }) => ReactNode>> = {
  steps: DropSteps,
  now: DropsNow,
  log: DropLog,
}

/** 自动降赔: the steps by which odds drop, what stands lower now, and every change with its cause. */
export const DropsPage = (): ReactNode => {
  const games = useGameTypes().data ?? []
  const [search, setSearch] = useSearchParams()
  const game = games.find(({ gameType }) => gameType === search.get('game')) ?? games[0]
  const tab = TABS.find((one) => one === search.get('tab')) ?? 'steps'
  const go = (change: Readonly<Record<string, string>>): void =>
    setSearch({ game: game?.gameType ?? '', tab, ...change })
  const Part = PARTS[tab]
  return (
    <div className="list-page">
      <div className={css.head}>
        <ToggleGroup
          name="drops-game"
          label={words.games}
          options={games.map(({ gameType, gameName }) => ({ value: gameType, label: gameName }))}
          value={game?.gameType ?? null}
          onChange={(gameType) => go({ game: gameType })}
        />
        <Tabs
          label={words.tabsLabel}
          items={TABS.map((value) => ({ value, label: words.tabs[value] }))}
          value={tab}
          onChange={(value) => go({ tab: value })}
        />
      </div>
      <section className="card list-card">{game ? <Part key={game.id} game={game} /> : null}</section>
    </div>
  )
}
