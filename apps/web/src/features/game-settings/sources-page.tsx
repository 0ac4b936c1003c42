import * as sourceCalls from '@strata/contract/calls/result-sources'
import { PERMISSION } from '@strata/contract/permissions'
import { onOffWord } from '@strata/contract/words'
import { gameById } from '@strata/domain/games/catalogue'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/list-page.css'
import '../../ui/page/table.css'
import { serverNow } from '../../api/clock.ts'
import { repeatedQueryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { ListState } from '../../components/list-state.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { resultSourcesText as words } from '../../text/zh-CN/rooms/result-sources.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import css from './game-settings.module.css'
import { KeyDialog, RotateDialog, type ShownKey, ToggleDialog } from './key-dialogs.tsx'
import { EditSource, NewSource } from './source-dialog.tsx'
import { type Source, secondsText } from './sources-model.ts'
import { TrialDialog } from './trial.tsx'

type Action = 'edit' | 'rotate' | 'toggle' | 'sample'
type Ask = (source: Source, action: Action) => void

const StateTag = ({ enabled }: Pick<Source, 'enabled'>): ReactNode => (
  <span className={enabled ? 'tag tag-good' : 'tag tag-bad'}>{onOffWord(enabled)}</span>
)

const gamesText = ({ gameIds }: Source): string => gameIds.map((id) => gameById(id)?.name ?? String(id)).join('、')
const ipsText = ({ allowedIps }: Source): string => (allowedIps.length === 0 ? words.anyIp : allowedIps.join('、'))
const gameName = (id: Source['gameIds'][number]): string => gameById(id)?.name ?? String(id)

const Heard = ({ heardAt }: Source): ReactNode => (heardAt === null ? words.never : <TimeAgo at={heardAt} />)

const Last = ({ lastResult }: Source): ReactNode =>
  lastResult === null ? (
    words.none
  ) : (
    <>
      {gameName(lastResult.gameId)} {lastResult.periodNo} <small>{formatInstant(lastResult.at).slice(5, 16)}</small>
    </>
  )

const Delay = ({ lastResult, usualDelayMs }: Source): ReactNode =>
  lastResult === null ? (
    words.none
  ) : (
    <>
      {words.delay(secondsText(lastResult.delayMs))}{' '}
      {usualDelayMs === null ? null : <small>{words.usual(secondsText(usualDelayMs))}</small>}
    </>
  )

const TrialCell = ({ trial }: Source): ReactNode =>
  trial === null ? (
    words.never
  ) : (
    <>
      <span className={trial.problem === null ? 'tag tag-good' : 'tag tag-bad'}>{trial.problem ?? words.passed}</span>{' '}
      <small>{formatInstant(trial.at).slice(5, 16)}</small>
    </>
  )

const KeyCell = ({ keySince, oldKeyUntil }: Source): ReactNode => (
  <>
    {formatInstant(keySince).slice(0, 10)}
    {oldKeyUntil !== null && oldKeyUntil > serverNow() ? (
      <>
        <br />
        <small>{words.oldKey(formatInstant(oldKeyUntil).slice(5, 16))}</small>
      </>
    ) : null}
  </>
)

const CELLS = [
  ['games', gamesText],
  ['ips', ipsText],
  ['heard', Heard],
  ['last', Last],
  ['delay', Delay],
  ['trial', TrialCell],
  ['key', KeyCell],
] as const satisfies readonly (readonly [keyof typeof words.columns, (source: Source) => ReactNode])[]

const ACTIONS = ['edit', 'rotate', 'sample', 'toggle'] as const

const Actions = ({ source, ask }: { readonly source: Source; readonly ask: Ask }): ReactNode => (
  <span className={css.actions}>
    {ACTIONS.map((action) => (
      <button key={action} type="button" className="link-button" onClick={() => ask(source, action)}>
        {action === 'toggle' ? (source.enabled ? words.switchOff : words.switchOn) : words[action]}
      </button>
    ))}
  </span>
)

type ListProps = { readonly sources: readonly Source[]; readonly ask: Ask | null }

const SourceTable = ({ sources, ask }: ListProps): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={words.label} tabIndex={0}>
    <table className={`table ${css.sources}`}>
      <thead>
        <tr>
          {(['source', 'state', ...CELLS.map(([name]) => name), 'actions'] as const).map((name) =>
            name === 'actions' && ask === null ? null : (
              <th key={name} scope="col" className="left">
                {words.columns[name]}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {sources.map((source) => (
          <tr key={source.sourceCode} data-source={source.sourceCode}>
            <th scope="row" className="left">
              {source.name || source.sourceCode}
              <br />
              <small>{source.sourceCode}</small>
            </th>
            <td className="left">
              <StateTag enabled={source.enabled} />
            </td>
            {CELLS.map(([name, Cell]) => (
              <td key={name} className={`left ${css.cellText}`}>
                <Cell {...source} />
              </td>
            ))}
            {ask === null ? null : (
              <td className="left">
                <Actions source={source} ask={ask} />
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const SourceCards = ({ sources, ask }: ListProps): ReactNode => (
  <ul className="list-cards">
    {sources.map((source) => (
      <li key={source.sourceCode} data-source={source.sourceCode}>
        <p className="line">
          <b className={css.name}>
            {source.name} <small>{source.sourceCode}</small>
          </b>
          <StateTag enabled={source.enabled} />
        </p>
        <dl className={css.cardFacts}>
          {CELLS.map(([name, Cell]) => (
            <div key={name}>
              <dt>{words.columns[name]}</dt>
              <dd>
                <Cell {...source} />
              </dd>
            </div>
          ))}
        </dl>
        {ask === null ? null : <Actions source={source} ask={ask} />}
      </li>
    ))}
  </ul>
)

type Asked = { readonly source: Source; readonly action: Action }

const AskedDialog = (props: Asked & { readonly onMade: (shown: ShownKey) => void; readonly onClose: () => void }) => {
  const { source, action, onMade, onClose } = props
  if (action === 'edit') return <EditSource source={source} onClose={onClose} />
  if (action === 'rotate') return <RotateDialog source={source} onMade={onMade} onClose={onClose} />
  if (action === 'toggle') return <ToggleDialog source={source} onClose={onClose} />
  return <TrialDialog source={source} onClose={onClose} />
}

/** Who publishes results: their keys, when each was last heard, and how late its results come. */
export const SourcesPage = (): ReactNode => {
  const query = useQuery({ ...repeatedQueryOf(sourceCalls.sourceQuery, {}), refetchInterval: 15_000 })
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.resultSources))
  const mobile = useMedia(MOBILE)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isNew, setNew] = useState(false)
  const [shown, setShown] = useState<ShownKey | null>(null)
  // As it is now: a dialog shows what somebody else saved meanwhile, and saves over that.
  const source = query.data?.find(({ sourceCode }) => sourceCode === asked?.source.sourceCode) ?? asked?.source
  const List = mobile ? SourceCards : SourceTable
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <p className={css.note}>{words.note}</p>
          <LogLink of={{ action: words.label }} />
          {mayChange ? (
            <button type="button" className="plain-button end" onClick={() => setNew(true)}>
              {words.create}
            </button>
          ) : null}
        </div>
        <ListState query={query} isEmpty={(all) => all.length === 0} empty={words.empty}>
          {(all) => <List sources={all} ask={mayChange ? (source, action) => setAsked({ source, action }) : null} />}
        </ListState>
      </section>
      {isNew ? <NewSource onMade={(source, key) => setShown({ source, key })} onClose={() => setNew(false)} /> : null}
      {asked && source ? (
        <AskedDialog action={asked.action} source={source} onMade={setShown} onClose={() => setAsked(null)} />
      ) : null}
      {shown ? <KeyDialog shown={shown} onClose={() => setShown(null)} /> : null}
    </div>
  )
}
