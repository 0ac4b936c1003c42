import type { GameCode } from '@strata/domain/games/catalogue'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { ListState } from '../../components/list-state.tsx'
import { formatClock } from '../../lib/instant.ts'
import { formatShort } from '../../lib/time.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { ToggleGroup } from '../../ui/fields/toggle-group.tsx'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { leftOf, type Proposal, type Proposals, standingOf } from './period-model.ts'
import css from './results.module.css'
import { subjectOf } from './subject.ts'
import { type Rights, useProposals, type View } from './use-period.ts'

const words = fourEyesText.proposals

const TAGS = { blind: 'tag tag-warn', decide: 'tag tag-warn', mine: 'tag', cannot: 'tag' } as const

const madeBy = ({ mine, by, at }: Proposal): string => {
  const time = serverNow() - at < 86_400_000 ? formatClock(at) : formatShort(at)
  return mine ? words.byMe(time) : words.by(by, time)
}

/** Where a click on a proposal leads: its period, with its effect or its second entry. */
export const addressOf = (one: Proposal, games: readonly GameType[]): Readonly<Record<string, string | null>> => ({
  game: games.find(({ id }) => id === one.gameId)?.gameType ?? null,
  period: one.periodNo,
  show: one.kind === 'result' ? null : one.proposalId,
  order: null,
})

type RowProps = {
  readonly one: Proposal
  readonly games: readonly GameType[]
  readonly on: boolean
  readonly fourEyes: boolean
  readonly rights: Rights
  readonly onPick: () => void
}

const Waiting = ({ one, fourEyes, rights }: Pick<RowProps, 'one' | 'fourEyes' | 'rights'>): ReactNode => {
  const standing = standingOf(one, { fourEyes, mayConfirm: rights.confirm })
  const { hours, minutes } = leftOf(one.expiresAt, serverNow())
  return (
    <>
      <span className={TAGS[standing]}>{words[standing]}</span>
      <small className={css.left}>{words.left(hours, minutes)}</small>
      {standing === 'cannot' ? (
        <small className={css.why}>{one.mayNot === null ? words.noRight : words.why[one.mayNot]}</small>
      ) : null}
    </>
  )
}

const Row = ({ one, games, on, fourEyes, rights, onPick }: RowProps): ReactNode => (
  <li data-proposal={one.proposalId} data-on={on || undefined}>
    <button type="button" onClick={onPick}>
      <b>{subjectOf(one, games)}</b>
      <small className={css.made}>{madeBy(one)}</small>
      {one.state === 'waiting' ? (
        <Waiting {...{ one, fourEyes, rights }} />
      ) : (
        <>
          <span className={one.state === 'inForce' ? 'tag tag-good' : 'tag'}>{words.states[one.state]}</span>
          <small className={css.left}>
            {words.decidedBy(one.decidedBy, formatShort(one.decidedAt ?? one.expiresAt))}
          </small>
        </>
      )}
    </button>
  </li>
)

type ListProps = { readonly data: Proposals; readonly view: View; readonly onPick: (one: Proposal) => void }

const List = ({ data, view, onPick }: ListProps): ReactNode => {
  useSecond()
  const { address, games, game, periodNo, rights } = view
  const isOn = (one: Proposal): boolean =>
    one.kind === 'result'
      ? address.shown === null && one.gameId === game?.id && one.periodNo === periodNo
      : address.shown === one.proposalId
  return (
    <ul className={css.proposals}>
      {data.items.map((one) => (
        <Row
          key={one.proposalId}
          {...{ one, games, rights }}
          on={one.state === 'waiting' && isOn(one)}
          fourEyes={data.fourEyes}
          onPick={() => onPick(one)}
        />
      ))}
    </ul>
  )
}

/** What waits for a second person, and what was decided. */
export const ProposalsCard = ({ view }: { readonly view: View }): ReactNode => {
  const { waiting, games, address } = view
  const over = address.decided ? 'over' : 'waiting'
  const decided = useProposals(false)
  const pick = (one: Proposal): void => {
    const to = addressOf(one, games)
    address.set(one.state === 'waiting' ? to : { ...to, show: null })
  }
  return (
    <section className={`card ${css.card} ${css.proposalsCard}`} data-part="proposals">
      <header>
        <h2>{words.title}</h2>
        <small>{words.note}</small>
        <span className={css.end}>
          <ToggleGroup
            name="proposals"
            label={words.view}
            value={over}
            options={[
              { value: 'waiting', label: words.waiting(waiting.data?.total ?? 0) },
              { value: 'over', label: words.over },
            ]}
            onChange={(list) => address.set({ list: list === 'over' ? 'decided' : null })}
          />
        </span>
      </header>
      <ListState
        query={over === 'waiting' ? waiting : decided}
        isEmpty={({ items }) => items.length === 0}
        empty={over === 'waiting' ? words.none : words.noneOver}
      >
        {(data) => <List {...{ data, view }} onPick={pick} />}
      </ListState>
      <p className={css.rule}>{waiting.data?.fourEyes === false ? words.off : words.rule}</p>
    </section>
  )
}

export const codeOf = (game: GameType | null): GameCode => (game?.gameType ?? '5M') as GameCode
