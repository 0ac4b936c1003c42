import '../../ui/page/list-page.css'
import '../../ui/page/table.css'
import type { ReactNode } from 'react'
import { ListState } from '../../components/list-state.tsx'
import { dayStartTime } from '../../lib/day-starts.ts'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { GamesCard } from './games-card.tsx'
import { HealthStrip } from './health-strip.tsx'
import css from './home-admin.module.css'
import { InForceCard } from './in-force-card.tsx'
import { MerchantsCard } from './merchants-card.tsx'
import { NeedsCard } from './needs-card.tsx'
import type { Home } from './needs-model.ts'
import { useHome, useNudges } from './use-needs.ts'

const Head = ({ home, at }: { readonly home: Home; readonly at: number }): ReactNode => {
  useSecond()
  return (
    <p className={css.head}>
      <span>{words.day(home.day)}</span>
      <span>{words.dayStart(dayStartTime(home.day))}</span>
      <span className={home.fourEyes ? `tag ${css.on}` : 'tag tag-warn'}>
        {home.fourEyes ? words.fourEyesOn : words.fourEyesOff}
      </span>
      <span className={css.live} data-part="live">
        {words.live} · {words.updated(Math.max(0, Math.floor((Date.now() - at) / 1000)))}
      </span>
    </p>
  )
}

const Parts = ({ home, at }: { readonly home: Home; readonly at: number }): ReactNode => (
  <>
    <Head home={home} at={at} />
    <div className={css.grid}>
      <NeedsCard needs={home.needs} more={home.more} />
      <div className={css.beside}>
        {home.games === null ? null : <GamesCard games={home.games} />}
        {home.notices === null && home.windows === null ? null : <InForceCard home={home} />}
      </div>
    </div>
    {home.merchants === null ? null : <MerchantsCard merchants={home.merchants} />}
    {home.health === null ? null : <HealthStrip health={home.health} now={home.serverNow} />}
  </>
)

/** What needs a person now, today's business by merchant and game, and how the platform does. */
export const HomePage = (): ReactNode => {
  const query = useHome()
  useNudges()
  return (
    <div className={css.home}>
      <ListState query={query} isEmpty={() => false}>
        {(home) => <Parts home={home} at={query.dataUpdatedAt} />}
      </ListState>
    </div>
  )
}
