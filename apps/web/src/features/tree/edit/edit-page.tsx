import * as accessCalls from '@strata/contract/calls/access'
import * as ledgerCalls from '@strata/contract/calls/ledger'
import * as treeCalls from '@strata/contract/calls/tree'
import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useDraft } from '../../../api/drafts.ts'
import { keyOf, queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Amount } from '../../../components/amount.tsx'
import {
  changedDetails,
  type Details,
  DetailsForm,
  detailsOf,
  NO_DETAILS,
} from '../../../components/forms/details-form.tsx'
import { ChangeLog } from '../../../components/logs/change-log.tsx'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import type { AccountRow } from '../accounts/row-actions.ts'
import { FaultList } from '../terms/fault-list.tsx'
import { SectionNav } from '../terms/section-nav.tsx'
import css from '../terms/terms.module.css'
import { changedSections, TermsEditor } from '../terms/terms-editor.tsx'
import type { Terms } from '../terms/terms-model.ts'
import { isBettor } from '../terms/terms-rules.ts'
import type { NamedGame } from '../terms/terms-view.ts'
import { editingOf, useReadGames, useTerms, useTermsDraft } from '../terms/use-terms.ts'
import { ClosedPaths } from './closed-paths.tsx'
import { EditBar } from './edit-bar.tsx'

const words = treeText.edit
const NOTHING: Partial<Details> = {}

export type FundsMove = 'transfer' | 'recover'

type Props = {
  readonly row: AccountRow
  readonly onBack: () => void
  readonly onFunds: (row: AccountRow, move: FundsMove) => void
}

const useAccountDetails = (agentPathsId: number) =>
  useQuery({
    ...queryOf(accessCalls.accountInfo, { agentPathsId }, { automatic: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

type EditorProps = Props & {
  readonly terms: Terms
  readonly games: readonly NamedGame[]
  readonly details: ReturnType<typeof useAccountDetails>
}

/** Terms and details with their unsaved edits. */
const useEdit = ({ row, terms, games, details }: EditorProps) => {
  const { paths, currentPathId } = useSession()
  const mayEdit = useSession((session) => session.permissionIds.includes(PERMISSION.terms))
  const held = useTermsDraft(String(row.agentPathsId))
  const [typed, setTyped] = useDraft(`details|${row.agentPathsId}`, NOTHING)
  const parentStep = row.trail.at(-1)
  const parent = {
    agentPathsId: row.parentPathsId ?? currentPathId,
    name: parentStep?.accountName ?? paths.find((path) => path.agentPathsId === currentPathId)?.pathName ?? '',
  }
  const bettor = isBettor(row.roleId)
  const draft = held.draftOver(terms, games)
  const editing = editingOf({
    terms,
    games,
    draft,
    bettor,
    readonly: !mayEdit,
    set: (next) => held.hold(terms, games, next),
  })
  const base: Details = details.data ? detailsOf(details.data) : NO_DETAILS
  const person: Details = { ...base, ...typed }
  const setPerson = (next: Details): void => setTyped(() => changedDetails(base, next))
  const dropTyped = (): void => {
    held.drop()
    setTyped(() => null)
  }
  const detailChanges = changedDetails(base, person)
  const marked = new Set<string>(changedSections(editing))
  for (const name of Object.keys(detailChanges)) marked.add(/Code$|^address$/.test(name) ? 'address' : 'account')
  return {
    mayEdit,
    held,
    parent,
    bettor,
    editing,
    base,
    person,
    setPerson,
    dropTyped,
    detailChanges,
    marked,
    games,
  }
}

const Head = ({
  row,
  terms,
  parent,
  mayEdit,
  onBack,
}: Pick<EditorProps, 'row' | 'terms' | 'onBack'> &
  Pick<ReturnType<typeof useEdit>, 'parent' | 'mayEdit'>): ReactNode => (
  <PageHead
    back={peopleText.back}
    title={(mayEdit ? words.title : words.viewTitle)(appText.roles[row.roleId] ?? '', row.accountName)}
    facts={[
      row.nickname,
      peopleText.statuses[row.status] ?? '',
      treeText.modes[row.fundMode],
      words.under(parent.name),
      words.version(terms.version),
    ].filter((fact) => fact !== '')}
    onBack={onBack}
  />
)

type DetailsProps = {
  readonly base: Details
  readonly person: Details
  readonly mayEdit: boolean
  readonly bettor: boolean
  readonly onChange: (next: Details) => void
}

const DetailsPanels = ({ base, person, mayEdit, bettor, onChange }: DetailsProps): ReactNode => (
  <>
    <DetailsPanel
      id="account"
      part="person"
      base={base}
      draft={person}
      readonly={!mayEdit}
      bettor={bettor}
      onChange={onChange}
    />
    <DetailsPanel id="address" part="address" base={base} draft={person} readonly={!mayEdit} onChange={onChange} />
  </>
)

type BarProps = Pick<EditorProps, 'row' | 'terms'> & { readonly edit: ReturnType<typeof useEdit> }

const Bar = ({ row, terms, edit }: BarProps): ReactNode => {
  const { editing, base, person, detailChanges, dropTyped, held, games } = edit
  const client = useQueryClient()
  return (
    <EditBar
      agentPathsId={row.agentPathsId}
      terms={terms}
      editing={editing}
      details={{ base, draft: person, changes: detailChanges }}
      onDiscard={dropTyped}
      onRebased={(theirs, next) => {
        client.setQueryData(keyOf(treeCalls.getGameInfos, { agentPathsId: row.agentPathsId }), theirs)
        held.hold(theirs, games, next)
      }}
      onTermsSaved={() => {
        held.drop()
        void refreshAfter(client, treeCalls.setTerms)
      }}
      onSaved={() => {
        dropTyped()
        void refreshAfter(client, treeCalls.setTerms, accessCalls.updateAccountInfo)
      }}
    />
  )
}

const Editor = (props: EditorProps): ReactNode => {
  const { row, terms, details, onBack, onFunds } = props
  const edit = useEdit(props)
  const { mayEdit, parent, bettor, editing, base, person, setPerson, marked } = edit
  const [gameId, setGameId] = useState(0)
  return (
    <div className="list-page">
      <Head {...{ row, terms, parent, mayEdit, onBack }} />
      {mayEdit ? null : <p className="page-note">{words.readonly}</p>}
      <div className={css.termsPage}>
        <SectionNav bettor={bettor} marked={marked} />
        <div className={css.termsBody}>
          <FaultList editing={editing} onGame={setGameId} />
          <TermsEditor
            editing={editing}
            terms={terms}
            parent={parent}
            roleId={row.roleId}
            gameId={gameId}
            onGame={setGameId}
          />
          <FundsPanel row={row} parentId={parent.agentPathsId} onFunds={onFunds} />
          {details.isLoadingError ? null : (
            <DetailsPanels {...{ base, person, mayEdit, bettor }} onChange={setPerson} />
          )}
          <ClosedPaths name={row.accountName} paths={details.data?.closedPaths ?? []} />
          <section className="card panel" id="section-log">
            <header>
              <h3>{words.sections.log}</h3>
            </header>
            <ChangeLog agentPathsId={row.agentPathsId} />
          </section>
        </div>
      </div>
      {mayEdit ? <Bar {...{ row, terms, edit }} /> : null}
    </div>
  )
}

/** One account: its details, its money, and its terms. */
export const EditPage = (props: Props): ReactNode => {
  const terms = useTerms(props.row.agentPathsId)
  const games = useReadGames()
  const details = useAccountDetails(props.row.agentPathsId)
  if (terms.isPending || games === null) return <Skeleton label={appText.loading} />
  if (!terms.data)
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}{' '}
        <button type="button" className="link-button" onClick={() => void terms.refetch()}>
          {appText.retry}
        </button>
      </p>
    )
  return <Editor {...props} terms={terms.data} games={games} details={details} />
}

type PanelProps = {
  readonly id: 'account' | 'address'
  readonly part: 'person' | 'address'
  readonly base: Details
  readonly draft: Details
  readonly readonly: boolean
  readonly bettor?: boolean
  readonly onChange: (draft: Details) => void
}

export const DetailsPanel = ({ id, part, base, draft, readonly, bettor = false, onChange }: PanelProps): ReactNode => {
  const contactFixed = !useSession((session) => session.permissionIds.includes(PERMISSION.passwords))
  return (
    <section className="card panel" id={`section-${id}`}>
      <header>
        <h3>{words.sections[id]}</h3>
      </header>
      <div className="panel-body">
        <DetailsForm
          part={part}
          base={base}
          draft={draft}
          disabled={readonly}
          contactFixed={contactFixed}
          bettor={bettor}
          onChange={onChange}
        />
      </div>
    </section>
  )
}

type FundsPanelProps = Pick<Props, 'row' | 'onFunds'> & { readonly parentId: number }

const FundsPanel = ({ row, parentId, onFunds }: FundsPanelProps): ReactNode => {
  const may = useSession((session) => session.permissionIds.includes(PERMISSION.funds)) && row.roleId !== ROLE.flyOrder
  const direct = useSession((session) => session.currentPathId === parentId)
  const funds = useQuery({
    ...queryOf(ledgerCalls.balance, { agentPathsId: row.agentPathsId }, { automatic: true }),
  })
  const balance = funds.data
  const facts: readonly (readonly [string, string | null])[] = [
    [treeText.columns.credit, balance?.credit ?? row.credit],
    [treeText.columns.balance, balance?.balance ?? row.balance],
    [appText.openStake, balance?.openStake ?? null],
  ]
  return (
    <section className="card panel" id="section-funds">
      <header>
        <h3>{words.sections.funds}</h3>
        <span>{treeText.modes[row.fundMode]}</span>
      </header>
      <div className={`panel-body ${css.fundsPanel}`}>
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <Amount value={value} />
              </dd>
            </div>
          ))}
        </dl>
        {may && !direct ? <small>{treeText.why.notDirect}</small> : null}
        {may && direct ? (
          <span>
            <button type="button" className="ghost-button" onClick={() => onFunds(row, 'transfer')}>
              {treeText.actions.transfer}
            </button>
            <button type="button" className="ghost-button" onClick={() => onFunds(row, 'recover')}>
              {treeText.actions.recover}
            </button>
          </span>
        ) : null}
      </div>
    </section>
  )
}
