import * as calls from '@strata/contract/calls/admin-merchants'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAllMerchants } from '../../api/all-merchants.ts'
import { queryOf } from '../../api/queries.ts'
import { useGameTypes } from '../../api/shared-queries.ts'
import { ListState } from '../../components/list-state.tsx'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { Choice, Switch } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import css from './create.module.css'
import { type CopiedTerms, capProblem, type GameDraft } from './merchant-form.ts'

const words = merchantsText.form

export const useCopiedTerms = (source: number | null) =>
  useQuery(queryOf(calls.merchantTerms, source === null ? {} : { agentPathsId: source }))

type Drafts = Readonly<Record<number, GameDraft>>
type Props = {
  readonly source: number | null
  readonly onSource: (source: number | null) => void
  readonly query: UseQueryResult<CopiedTerms>
  readonly drafts: Drafts
  readonly onDrafts: (drafts: Drafts) => void
}

const SourceChoice = ({ source, onSource }: Pick<Props, 'source' | 'onSource'>): ReactNode => {
  const merchants = useAllMerchants(true)
  return (
    <div className={css.source}>
      <Labelled label={words.copyFrom} hint={words.copyHint}>
        {() => (
          <Choice
            label={words.copyFrom}
            value={String(source ?? '')}
            options={[
              { value: '', label: words.fromHead },
              ...(merchants.data?.items ?? []).map(({ agentPathsId, code, nickname }) => ({
                value: String(agentPathsId),
                label: `${code} ${nickname}`.trim(),
              })),
            ]}
            onChange={(value) => onSource(value === '' ? null : Number(value))}
          />
        )}
      </Labelled>
    </div>
  )
}

/** The default, then every game: with its own terms, or else as the default is set. */
const everyGame = (copied: CopiedTerms, types: readonly { readonly id: number }[], drafts: Drafts) => {
  const base = copied.find(({ gameId }) => gameId === 0)
  return [0, ...types.map(({ id }) => id)].flatMap((gameId) => {
    const own = copied.find((terms) => terms.gameId === gameId)
    const found = own ?? base
    if (!found) return []
    const inherited = own ? found : { ...found, ...drafts[0] }
    const { enabled, downlineCap } = inherited
    return [{ gameId, pankou: found.pankou, draft: drafts[gameId] ?? { enabled, downlineCap } }]
  })
}

/** The terms of each game, changed where typed. */
const GamesTable = ({
  copied,
  drafts,
  onDrafts,
}: Pick<Props, 'drafts' | 'onDrafts'> & { readonly copied: CopiedTerms }): ReactNode => {
  const types = useGameTypes().data ?? []
  const nameOf = (gameId: number): string =>
    gameId === 0 ? words.otherGames : (types.find(({ id }) => id === gameId)?.gameName ?? String(gameId))
  return (
    <table className={css.games}>
      <thead>
        <tr>
          <th>{words.game}</th>
          <th>{words.enabled}</th>
          <th>{words.cap}</th>
          <th>{words.pankou}</th>
        </tr>
      </thead>
      <tbody>
        {everyGame(copied, types, drafts).map(({ gameId, pankou, draft }) => {
          const set = (change: Partial<GameDraft>): void => onDrafts({ ...drafts, [gameId]: { ...draft, ...change } })
          const name = nameOf(gameId)
          return (
            <tr key={gameId}>
              <td>{name}</td>
              <td>
                <Switch
                  label={`${name} ${words.enabled}`}
                  checked={draft.enabled}
                  onChange={(on) => set({ enabled: on })}
                />
              </td>
              <td>
                <input
                  type="text"
                  className="text-input"
                  inputMode="decimal"
                  aria-label={`${name} ${words.cap}`}
                  aria-invalid={capProblem(draft.downlineCap) !== null}
                  maxLength={6}
                  value={draft.downlineCap}
                  onChange={(event) => set({ downlineCap: event.currentTarget.value })}
                />{' '}
                %
              </td>
              <td>{pankou.join(' ')}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

/** The terms per game that a new merchant begins with: those of the head or another merchant, changed where typed. */
export const TermsPanel = ({ source, onSource, query, drafts, onDrafts }: Props): ReactNode => (
  <section className="card panel" id="section-terms">
    <header>
      <h3>{words.sections.terms}</h3>
      <span>{words.termsNote}</span>
    </header>
    <div className="panel-body">
      <SourceChoice source={source} onSource={onSource} />
      <ListState query={query} isEmpty={() => false}>
        {(copied) => <GamesTable copied={copied} drafts={drafts} onDrafts={onDrafts} />}
      </ListState>
    </div>
  </section>
)
