import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { useSession } from '../../api/session.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { subjectOf } from '../../features/results/subject.ts'
import { WithdrawDialog } from '../../features/results/withdraw-dialog.tsx'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import css from './home-admin.module.css'
import { addressOf, ageOf, besideOf, type Need, shownIn, TABS, type Tab } from './needs-model.ts'

const TAGS = { bad: 'tag tag-bad', warn: 'tag tag-warn', plain: 'tag' } as const

const kindOf = ({ kind, turn }: Need): string =>
  kind === 'proposal' && turn !== 'soon' ? `${words.kinds.proposal} · ${words.turns[turn]}` : words.kinds[kind]

const Withdraw = ({ need }: { readonly need: Need }): ReactNode => {
  const [asked, setAsked] = useState(false)
  const games = useGameTypes().data ?? []
  const { gameId, periodNo, proposal } = need
  if (proposal === null || gameId === null) return null
  return (
    <>
      <button type="button" className={css.action} onClick={() => setAsked(true)}>
        {words.withdraw}
      </button>
      {asked ? (
        <WithdrawDialog
          proposalId={proposal.proposalId}
          subject={subjectOf({ ...proposal, gameId, periodNo }, games)}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}

const Row = ({ need }: { readonly need: Need }): ReactNode => {
  const address = addressOf(need)
  const { tone, turn } = need
  const mayAct = turn === 'me'
  const beside = useSession(({ permissionIds }) => besideOf(need, permissionIds))
  return (
    <li className={css.need} data-tone={turn === 'soon' ? 'plain' : tone} data-kind={need.kind}>
      <span className={css.age}>{ageOf(need, serverNow())}</span>
      <span>
        <span className={TAGS[turn === 'soon' && tone === 'warn' ? 'plain' : tone]}>{kindOf(need)}</span>
      </span>
      <span className={css.text}>{need.text}</span>
      <span className={css.act}>
        {address === null ? null : (
          <Link className={`${css.action} ${mayAct && tone === 'bad' ? css.first : ''}`} to={address}>
            {mayAct ? words.actions[need.kind] : words.look}
          </Link>
        )}
        {beside === 'withdraw' ? <Withdraw need={need} /> : null}
        {beside === 'void' && address !== null ? (
          <Link className={css.action} to={`${address}&show=void`}>
            {words.voidPeriod}
          </Link>
        ) : null}
      </span>
    </li>
  )
}

type TabsProps = { readonly needs: readonly Need[]; readonly tab: Tab; readonly onTab: (tab: Tab) => void }

const Tabs = ({ needs, tab, onTab }: TabsProps): ReactNode => (
  <fieldset className={css.tabs} aria-label={words.filter}>
    {TABS.map((one) => (
      <button key={one} type="button" aria-pressed={one === tab} onClick={() => onTab(one)}>
        {words.tabs[one]} {shownIn(needs, one).length}
      </button>
    ))}
  </fieldset>
)

type Props = { readonly needs: readonly Need[]; readonly more: number }

/** What needs a person now, oldest first, each with its way there. */
export const NeedsCard = ({ needs, more }: Props): ReactNode => {
  const { search, change } = useAddress()
  const tab = TABS.find((one) => one === search.get('needs')) ?? 'all'
  useSecond()
  const shown = shownIn(needs, tab)
  return (
    <section className={`card ${css.card}`} aria-label={words.needs} data-card="needs">
      <header className={css.cardHead}>
        <h2>{words.needs}</h2>
        <small>{words.oldestFirst}</small>
        <Tabs needs={needs} tab={tab} onTab={(one) => change({ needs: one === 'all' ? null : one })} />
      </header>
      {shown.length === 0 ? (
        <p className="message-line">{needs.length === 0 ? words.none : words.noneHere}</p>
      ) : (
        <ul className={css.needs}>
          {shown.map((need) => (
            <Row key={need.key} need={need} />
          ))}
        </ul>
      )}
      {more > 0 ? <p className={css.more}>{words.more(more)}</p> : null}
    </section>
  )
}
