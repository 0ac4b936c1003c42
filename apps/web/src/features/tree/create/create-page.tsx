import * as ledgerCalls from '@strata/contract/calls/ledger'
import { ROLE } from '@strata/domain/tree'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useDraft } from '../../../api/drafts.ts'
import { queryOf } from '../../../api/queries.ts'
import { changedDetails, type Details, NO_DETAILS } from '../../../components/forms/details-form.tsx'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { SaveBar } from '../../../ui/page/save-bar.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import type { ListRole } from '../accounts/accounts-filters.ts'
import type { Level } from '../accounts/level.ts'
import { DetailsPanel } from '../edit/edit-page.tsx'
import { FaultList, type OwnFault } from '../terms/fault-list.tsx'
import { newChildTerms } from '../terms/new-terms.ts'
import { SectionNav } from '../terms/section-nav.tsx'
import css from '../terms/terms.module.css'
import { changedSections, TermsEditor } from '../terms/terms-editor.tsx'
import type { Letter, Terms } from '../terms/terms-model.ts'
import { copiedDraft, isBettor } from '../terms/terms-rules.ts'
import type { Editing, NamedGame } from '../terms/terms-view.ts'
import { editingOf, useReadGames, useTerms, useTermsDraft } from '../terms/use-terms.ts'
import { AskFunds } from './ask-funds.tsx'
import { CreateLogin } from './create-login.tsx'
import { type AccountFaults, EMPTY_ACCOUNT, type NewAccount, plainAmount } from './create-model.ts'
import { CreatedDialog } from './created-dialog.tsx'
import { type MadeAccount, type MakingState, useMaking } from './use-making.ts'

const words = treeText.edit

/** Fields that are not stored in the draft, so that nobody else at the machine can read them. */
type Secrets = Pick<NewAccount, 'password' | 'madeUp' | 'credit'>
const { password, madeUp, credit, ...DRAFTED } = EMPTY_ACCOUNT
const NO_SECRETS: Secrets = { password, madeUp, credit }
const NOTHING: Partial<Details> = {}

/** An account whose terms the new one begins with. */
export type Like = { readonly agentPathsId: number; readonly name: string }

type Props = {
  readonly level: Level
  readonly roleId: ListRole
  readonly like: Like | null
  /** With the new account, if there is one. */
  readonly onBack: (made: number | null) => void
}

const useParentBalance = (agentPathsId: number, enabled: boolean) =>
  useQuery({
    ...queryOf(ledgerCalls.balance, { agentPathsId }, { automatic: true }),
    enabled,
  })

/** What is typed of a new account; all but its secrets survives a closed page. */
const useFresh = ({ level, roleId, like }: Props) => {
  const name = `${level.agentPathsId}|${roleId}|${like?.agentPathsId ?? ''}`
  const [drafted, keep] = useDraft(`account|${name}`, DRAFTED)
  const [secrets, setSecrets] = useState<Secrets>(NO_SECRETS)
  const account: NewAccount = { ...drafted, ...secrets }
  const [typed, setTyped] = useDraft(`details|${name}`, NOTHING)
  const details: Details = account.login === 'existing' ? NO_DETAILS : { ...NO_DETAILS, ...typed }
  const setDetails = (next: Details): void => setTyped(() => changedDetails(NO_DETAILS, next))
  const held = useTermsDraft(name)
  const forgetAccount = (): void => {
    keep(() => null)
    held.drop()
  }
  const forget = (): void => {
    forgetAccount()
    setTyped(() => null)
  }
  return { account, keep, setSecrets, details, setDetails, held, forgetAccount, forget }
}
type Fresh = ReturnType<typeof useFresh>

type FormProps = Props & {
  readonly parentTerms: Terms
  readonly likeTerms: Terms | null
  readonly games: readonly NamedGame[]
  readonly parentBalance: string | null
}
type PartProps = { readonly fresh: Fresh; readonly making: MakingState }

const Login = ({ roleId, parentTerms, parentBalance, fresh, making }: FormProps & PartProps): ReactNode => {
  const { account, keep, setSecrets, held } = fresh
  return (
    <CreateLogin
      account={account}
      roleId={roleId}
      faults={making.faults}
      parentBalance={parentBalance}
      letters={parentTerms.games[0]?.pankou ?? []}
      onChange={({ password, madeUp, credit, ...rest }) => {
        keep(() => rest)
        setSecrets({ password, madeUp, credit })
        making.setRefused({})
        // The pankou determines which values can be set.
        if (rest.pankou !== account.pankou) held.drop()
      }}
    />
  )
}

const NewDetails = ({ roleId, fresh }: Pick<Props, 'roleId'> & Pick<PartProps, 'fresh'>): ReactNode => {
  const { account, details, setDetails } = fresh
  // An existing account has its details already.
  if (account.login === 'existing') return null
  const common = { base: NO_DETAILS, draft: details, readonly: false, onChange: setDetails }
  return (
    <>
      <DetailsPanel id="account" part="person" bettor={isBettor(roleId)} {...common} />
      <DetailsPanel id="address" part="address" {...common} />
    </>
  )
}

type BarProps = Pick<Props, 'onBack'> & PartProps & { readonly editing: Editing }

const Bar = ({ fresh, making, editing, onBack }: BarProps): ReactNode => {
  const { judged, count, refusal, busy, made, submit } = making
  return (
    <SaveBar
      status={
        <>
          <span>{words.changes(editing.changes.length)}</span>
          {judged && count > 0 ? <em>{words.faults(count)}</em> : null}
          {refusal === null ? null : <em role="alert">{refusal}</em>}
        </>
      }
    >
      <button
        type="button"
        className="ghost-button"
        onClick={() => {
          fresh.forget()
          onBack(made?.agentPathsId ?? null)
        }}
      >
        {peopleText.discard}
      </button>
      <button type="button" className="plain-button" disabled={busy} onClick={submit}>
        {busy ? peopleText.working : made ? treeText.createForm.saveDetails : treeText.createForm.done}
      </button>
    </SaveBar>
  )
}

/** The terms of the new account: the parent's or those of the account that it is to be like, and what is typed. */
const useNewTerms = ({ level, roleId, parentTerms, likeTerms, games }: FormProps, { account, held }: Fresh) => {
  const bettor = isBettor(roleId)
  const letter: Letter | null = bettor ? account.pankou : null
  const terms = newChildTerms(parentTerms, { roleId, parentRole: level.roleId, pankou: letter })
  const editing = editingOf({
    terms,
    games,
    draft: held.draftOver(terms, games) ?? (likeTerms && copiedDraft({ terms, games, bettor }, likeTerms)),
    bettor,
    readonly: false,
    isNew: true,
    set: (next) => held.hold(terms, games, next),
  })
  return { bettor, terms, editing }
}

/** In the order in which the fields stand on the page. */
const OWN_FIELDS = [
  ['accountName', treeText.createForm.account],
  ['password', treeText.createForm.password],
  ['credit', treeText.createForm.credit],
] as const

const ownFaults = (faults: AccountFaults): OwnFault[] =>
  OWN_FIELDS.flatMap(([name, label]) => {
    const problem = faults[name]
    return problem === undefined ? [] : [{ label, problem }]
  })

const CreateForm = (props: FormProps): ReactNode => {
  const { level, roleId, like, onBack } = props
  const fresh = useFresh(props)
  const { account, details } = fresh
  const [gameId, setGameId] = useState(0)
  const [shown, setShown] = useState<MadeAccount | null>(null)
  const { bettor, terms, editing } = useNewTerms(props, fresh)
  const making = useMaking({
    level,
    roleId,
    account,
    details,
    editing,
    onGame: setGameId,
    onMade: fresh.forgetAccount,
    onDone: (made) => {
      fresh.forget()
      if (made.madeUp === null) onBack(made.agentPathsId)
      else setShown(made)
    },
  })
  const name = account.accountName.trim()
  return (
    <div className="list-page">
      <PageHead
        back={peopleText.back}
        title={words.createTitle(appText.roles[roleId] ?? '')}
        facts={[words.under(level.name), ...(like ? [treeText.createForm.like(like.name)] : [])]}
        onBack={() => onBack(making.made?.agentPathsId ?? null)}
      />
      <div className={css.termsPage}>
        <SectionNav bettor={bettor} isNew marked={changedSections(editing)} />
        <div className={css.termsBody}>
          {making.made ? null : (
            <>
              {making.judged ? <FaultList editing={editing} own={ownFaults(making.faults)} onGame={setGameId} /> : null}
              <Login {...props} fresh={fresh} making={making} />
              <TermsEditor
                editing={editing}
                terms={terms}
                parent={{ name: level.name, agentPathsId: level.agentPathsId }}
                roleId={roleId}
                gameId={gameId}
                onGame={setGameId}
              />
            </>
          )}
          <NewDetails roleId={roleId} fresh={fresh} />
        </div>
      </div>
      <Bar {...{ fresh, making, editing, onBack }} />
      {making.asking ? (
        <AskFunds
          name={name}
          parent={{ name: level.name, balance: props.parentBalance }}
          credit={plainAmount(account.credit)}
          busy={making.busy}
          onConfirm={making.run}
          onClose={making.close}
        />
      ) : null}
      {shown?.madeUp ? (
        <CreatedDialog name={shown.name} password={shown.madeUp} onClose={() => onBack(shown.agentPathsId)} />
      ) : null}
    </div>
  )
}

/** A new account: its login and first credit, then its terms, starting from the parent's own or from another account's. */
export const CreatePage = (props: Props): ReactNode => {
  const { level, like } = props
  const parentTerms = useTerms(level.agentPathsId)
  const likeTerms = useTerms(like?.agentPathsId ?? null)
  const games = useReadGames()
  const parentBalance = useParentBalance(level.agentPathsId, level.roleId !== ROLE.head).data
  if (parentTerms.isPending || games === null) return <Skeleton label={appText.loading} />
  if (like && likeTerms.isPending) return <Skeleton label={appText.loading} />
  if (!parentTerms.data || (like && !likeTerms.data))
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}{' '}
        <button
          type="button"
          className="link-button"
          onClick={() => {
            void parentTerms.refetch()
            if (like) void likeTerms.refetch()
          }}
        >
          {appText.retry}
        </button>
      </p>
    )
  return (
    <CreateForm
      {...props}
      parentTerms={parentTerms.data}
      likeTerms={likeTerms.data ?? null}
      games={games}
      parentBalance={level.roleId === ROLE.head ? null : (parentBalance?.balance ?? null)}
    />
  )
}
