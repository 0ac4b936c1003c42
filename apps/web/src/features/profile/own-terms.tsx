import * as treeCalls from '@strata/contract/calls/tree'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { getGameInfos } from '@strata/contract/endpoints/tree'
import { LIMIT_NAMES } from '@strata/domain/tree/limits'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { Amount } from '../../components/amount.tsx'
import { ListState } from '../../components/list-state.tsx'
import { dayBegins } from '../../lib/day-starts.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { profileText } from '../../text/zh-CN/rooms/profile.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import css from './profile.module.css'

type Terms = ResponseOf<typeof getGameInfos>
type Game = Terms['games'][number]
type Play = Game['plays'][number]
const words = profileText.termColumns

/** The terms that the parent set for the signed-in path, game by game. */
export const OwnTerms = (): ReactNode => {
  const agentPathsId = useSession((session) => session.currentPathId)
  const terms = useQuery({
    ...queryOf(treeCalls.getGameInfos, { agentPathsId }),
  })
  const games = useGameTypes().data ?? []
  const [chosen, setChosen] = useState<number | null>(null)
  const gameId = chosen ?? games[0]?.id ?? 0
  return (
    <section className="card panel">
      <header>
        <h2>{profileText.terms}</h2>
        <span>{profileText.termsNote}</span>
      </header>
      <ListState query={terms} isEmpty={({ games: list }) => list.length === 0}>
        {(data) => (
          <div className={css.profileTerms}>
            <ToggleGroup
              name="own-game"
              label={profileText.terms}
              value={String(gameId)}
              options={games.map(({ id, gameName }) => ({ value: String(id), label: gameName }))}
              onChange={(value) => setChosen(Number(value))}
            />
            <GameTerms
              game={data.games.find((game) => game.gameId === gameId) ?? data.games.find((game) => game.gameId === 0)}
              groups={games.find(({ id }) => id === gameId)?.groups ?? []}
              flyOutAllowed={data.isAllowPilotOut}
            />
          </div>
        )}
      </ListState>
    </section>
  )
}

type GameProps = {
  readonly game: Game | undefined
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly flyOutAllowed: boolean
}

const GameTerms = ({ game, groups, flyOutAllowed }: GameProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  if (!game?.enabled) return <p className="message-line">{profileText.off}</p>
  const { facts } = profileText
  const list: readonly (readonly [string, string])[] = [
    [facts.uplineShare, `${game.uplineShare}%`],
    [facts.downlineCap, `${game.downlineCap}%`],
    [facts.remainder, profileText.remainders[game.remainder]],
    [facts.pankou, game.pankou.join(' ')],
    [facts.replenishPankou, game.replenishPankou ?? peopleText.none],
    [facts.acceptType, appText.replenishTypes[game.acceptType] ?? ''],
    [facts.flyOutAllowed, flyOutAllowed ? peopleText.yes : peopleText.no],
  ]
  const rows = groups.flatMap((group) => {
    const play = game.plays.find(({ groupId }) => groupId === group.id)
    return play ? [{ name: group.name, play }] : []
  })
  const List = mobile ? PlayCards : PlayTable
  return (
    <>
      <dl className="facts" style={{ marginTop: 12 }}>
        {list.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {game.scheduled ? (
        <p className="dialog-warn">
          {profileText.scheduled(
            dayBegins(game.scheduled.fromDay),
            game.scheduled.uplineShare,
            game.scheduled.downlineCap,
          )}
        </p>
      ) : null}
      <List rows={rows} game={game} />
    </>
  )
}

type ListProps = { readonly rows: readonly { readonly name: string; readonly play: Play }[]; readonly game: Game }

const Limit = ({ value }: { readonly value: string | null }): ReactNode =>
  value === null ? profileText.noLimit : <Amount value={value} />

const PlayTable = ({ rows, game }: ListProps): ReactNode => (
  <div className="table-scroll">
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="left">
            {words.group}
          </th>
          {game.pankou.map((letter) => (
            <th key={letter} scope="col">
              {words.commission(letter)}
            </th>
          ))}
          {LIMIT_NAMES.map((name) => (
            <th key={name} scope="col">
              {words[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, play }) => (
          <tr key={play.groupId}>
            <td className="left">{name}</td>
            {game.pankou.map((letter) => (
              <td key={letter}>{play.commission[letter] ?? peopleText.none}</td>
            ))}
            {LIMIT_NAMES.map((limit) => (
              <td key={limit}>
                <Limit value={play[limit]} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const PlayCards = ({ rows, game }: ListProps): ReactNode => (
  <ul className="list-cards">
    {rows.map(({ name, play }) => (
      <li key={play.groupId}>
        <p className="line">
          <b>{name}</b>
          <span>
            {game.pankou.map((letter) => `${letter} ${play.commission[letter] ?? peopleText.none}%`).join('　')}
          </span>
        </p>
        <dl className="facts">
          {LIMIT_NAMES.map((limit) => (
            <div key={limit}>
              <dt>{words[limit]}</dt>
              <dd>
                <Limit value={play[limit]} />
              </dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
)
