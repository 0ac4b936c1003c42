import type { ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useGameInfos } from '../../api/shared-queries.ts'
import { Countdown } from '../../components/countdown.tsx'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './game-tabs.module.css'

const DEFAULT_GAME = '6HC'

/** The games with the state of their current period; the chosen game is in the address. */
export const GameTabs = (): ReactNode => {
  const infos = useGameInfos().data ?? []
  const [search] = useSearchParams()
  const chosen = search.get('game') ?? DEFAULT_GAME
  return (
    <nav className={css.games}>
      {infos.map((info) => (
        <Link
          key={info.gameId}
          to={{ search: `?game=${info.gameType}` }}
          className={info.gameType === chosen ? `${css.game} ${css.gameOn}` : css.game}
          aria-current={info.gameType === chosen ? 'page' : undefined}
        >
          <span className={css.gameName}>
            <b>{info.gameName}</b> {info.current ? appText.period(info.current.periodNo) : ''}
          </span>
          <Countdown period={info.current ?? info.next} />
        </Link>
      ))}
    </nav>
  )
}
