import * as accessCalls from '@strata/contract/calls/access'
import * as ledgerCalls from '@strata/contract/calls/ledger'
import * as treeCalls from '@strata/contract/calls/tree'
import { ROLE } from '@strata/domain/tree'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { useDraft } from '../../../api/drafts.ts'
import { queryOf } from '../../../api/queries.ts'
import { seal } from '../../../api/seal.ts'
import { callSealed } from '../../../api/sealed-call.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { changedDetails, type Details, detailsProblem, NO_DETAILS } from '../../../components/forms/details-form.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { PageHead } from '../../../ui/page/page-head.tsx'
import { SaveBar } from '../../../ui/page/save-bar.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import type { ListRole } from '../accounts/accounts-filters.ts'
import type { Level } from '../accounts/level.ts'
import { DetailsPanel } from '../edit/edit-page.tsx'
import { FaultList } from '../terms/fault-list.tsx'
import { newChildTerms } from '../terms/new-terms.ts'
import { SectionNav } from '../terms/section-nav.tsx'
import css from '../terms/terms.module.css'
import { changedSections, TermsEditor } from '../terms/terms-editor.tsx'
import { patchOf, type Terms, type TermsPatch } from '../terms/terms-model.ts'
import { isBettor } from '../terms/terms-rules.ts'
import type { Editing, NamedGame } from '../terms/terms-view.ts'
import { editingOf, useNamedGames, useTerms, useTermsDraft } from '../terms/use-terms.ts'
import { CreateLogin } from './create-login.tsx'
import { accountFaults, EMPTY_ACCOUNT, type NewAccount, plainAmount } from './create-model.ts'

const words = treeText.edit

/** Fields that are not stored in the draft, so that nobody else at the machine can read them. */
type Secrets = Pick<NewAccount, 'password' | 'credit' | 'transferPassword'>
const { password, credit, transferPassword, ...DRAFTED } = EMPTY_ACCOUNT
const NO_SECRETS: Secrets = { password, credit, transferPassword }
const NOTHING: Partial<Details> = {}

type Props = { readonly level: Level; readonly roleId: ListRole; readonly onBack: () => void }

const useParentBalance = (agentPathsId: number, enabled: boolean) =>
  useQuery({
    ...queryOf(ledgerCalls.balance, { agentPathsId }, { automatic: true }),
    enabled,
  })

/** Creates the account, then saves its details if any are given. Throws the client's errors. */
const create = async (options: {
  readonly level: Level
  readonly roleId: ListRole
  readonly account: NewAccount
  readonly details: Details
  readonly patch: TermsPatch
  readonly requestId: string
}): Promise<void> => {
  const { level, roleId, account, details, patch, requestId } = options
  const credit = plainAmount(account.credit)
  const { isAllowPilotOut, games } = patch
  const made = await callSealed(async (client) => {
    const login =
      account.login === 'new'
        ? { accountName: account.accountName.trim(), password: await seal(account.password) }
        : { existingAccount: account.accountName.trim() }
    const common = {
      parentPathsId: level.agentPathsId,
      ...login,
      ...(details.nickname === '' ? {} : { nickname: details.nickname }),
      ...(credit === '' ? {} : { credit, transferPassword: await seal(account.transferPassword) }),
      ...(isAllowPilotOut === undefined ? {} : { isAllowPilotOut }),
      ...(account.groupId === null ? {} : { groupId: account.groupId }),
      ...(games.length === 0 ? {} : { terms: { games } }),
      requestId,
    }
    return roleId === ROLE.member
      ? await client.call(treeCalls.createMember, { ...common, pankou: account.pankou })
      : await client.call(treeCalls.createAgent, {
          ...common,
          roleId,
          ...(roleId === ROLE.merchant ? { fundMode: account.fundMode } : {}),
        })
  })
  const { nickname: _nickname, ...rest } = changedDetails(NO_DETAILS, details)
  if (Object.keys(rest).length > 0)
    await api
      .call(
        accessCalls.updateAccountInfo,
        { agentPathsId: made.agentPathsId, ...rest, requestId: newRequestId() },
        { automatic: true },
      )
      // The account exists; its page shows what is missing.
      .catch(() => {})
}

/** What is typed of a new account; all but its secrets survives a closed page. */
const useFresh = (level: Level, roleId: ListRole) => {
  const name = `${level.agentPathsId}|${roleId}`
  const [drafted, keep] = useDraft(`account|${name}`, DRAFTED)
  const [secrets, setSecrets] = useState<Secrets>(NO_SECRETS)
  const account: NewAccount = { ...drafted, ...secrets }
  const [typed, setTyped] = useDraft(`details|${name}`, NOTHING)
  const details: Details = account.login === 'existing' ? NO_DETAILS : { ...NO_DETAILS, ...typed }
  const setDetails = (next: Details): void => setTyped(() => changedDetails(NO_DETAILS, next))
  const held = useTermsDraft(name)
  const forget = (): void => {
    keep(() => null)
    setTyped(() => null)
    held.drop()
  }
  return { account, keep, setSecrets, details, setDetails, held, forget }
}
type Fresh = ReturnType<typeof useFresh>

type FormProps = Props & {
  readonly parentTerms: Terms
  readonly games: readonly NamedGame[]
  readonly parentBalance: string | null
}

/** The faults of what is typed, and creating the account from it. */
const useMaking = ({ level, roleId, onBack }: Props, { account, details, forget }: Fresh, editing: Editing) => {
  const client = useQueryClient()
  const [judged, setJudged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [requestId, setRequestId] = useState(newRequestId)
  const faults = accountFaults(account)
  const count = Object.keys(faults).length + editing.problems.size + (detailsProblem(details) === null ? 0 : 1)
  const submit = (): void => {
    setJudged(true)
    if (count > 0) return
    setBusy(true)
    setRefusal(null)
    create({ level, roleId, account, details, patch: patchOf(editing.draft, editing.changes), requestId }).then(
      () => {
        showToast('success', treeText.createForm.created)
        forget()
        void refreshAfter(client, treeCalls.createAgent)
        onBack()
      },
      (caught: unknown) => {
        setBusy(false)
        if (!(caught instanceof ApiRefusal)) return
        // The server refused, so nothing was created: the next try is another request.
        setRequestId(newRequestId())
        setRefusal(caught.message)
      },
    )
  }
  return { judged, busy, refusal, faults, count, submit }
}
type Making = ReturnType<typeof useMaking>

const Login = ({
  roleId,
  parentTerms,
  parentBalance,
  fresh,
  making,
}: FormProps & { readonly fresh: Fresh; readonly making: Making }): ReactNode => {
  const { account, keep, setSecrets, held } = fresh
  const { judged, faults } = making
  return (
    <CreateLogin
      account={account}
      roleId={roleId}
      faults={judged ? faults : {}}
      parentBalance={parentBalance}
      letters={parentTerms.games[0]?.pankou ?? []}
      onChange={({ password, credit, transferPassword, ...rest }) => {
        keep(() => rest)
        setSecrets({ password, credit, transferPassword })
        // The pankou determines which values can be set.
        if (rest.pankou !== account.pankou) held.drop()
      }}
    />
  )
}

const NewDetails = ({ fresh: { account, details, setDetails } }: { readonly fresh: Fresh }): ReactNode =>
  // An existing account has its details already.
  account.login === 'existing' ? null : (
    <>
      <DetailsPanel
        id="account"
        part="person"
        base={NO_DETAILS}
        draft={details}
        readonly={false}
        onChange={setDetails}
      />
      <DetailsPanel
        id="address"
        part="address"
        base={NO_DETAILS}
        draft={details}
        readonly={false}
        onChange={setDetails}
      />
    </>
  )

type BarProps = Pick<Props, 'onBack'> & { readonly fresh: Fresh; readonly making: Making; readonly editing: Editing }

const Bar = ({ fresh, making, editing, onBack }: BarProps): ReactNode => {
  const { judged, count, refusal, busy, submit } = making
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
          onBack()
        }}
      >
        {peopleText.discard}
      </button>
      <button type="button" className="plain-button" disabled={busy} onClick={submit}>
        {busy ? peopleText.working : treeText.createForm.done}
      </button>
    </SaveBar>
  )
}

const CreateForm = (props: FormProps): ReactNode => {
  const { level, roleId, onBack, parentTerms, games } = props
  const fresh = useFresh(level, roleId)
  const { account, held } = fresh
  const [gameId, setGameId] = useState(0)
  const bettor = isBettor(roleId)
  const terms = newChildTerms(parentTerms, {
    roleId,
    parentRole: level.roleId,
    pankou: bettor ? account.pankou : null,
  })
  const editing = editingOf({
    terms,
    games,
    draft: held.draftOver(terms, games),
    bettor,
    readonly: false,
    set: (next) => held.hold(terms, games, next),
  })
  const making = useMaking(props, fresh, editing)
  const role = appText.roles[roleId] ?? ''
  return (
    <div className="list-page">
      <PageHead
        back={peopleText.back}
        title={words.createTitle(role)}
        facts={[words.under(level.name)]}
        onBack={onBack}
      />
      <div className={css.termsPage}>
        <SectionNav bettor={bettor} withLog={false} marked={changedSections(editing)} />
        <div className={css.termsBody}>
          {making.judged ? <FaultList editing={editing} onGame={setGameId} /> : null}
          <Login {...props} fresh={fresh} making={making} />
          <NewDetails fresh={fresh} />
          <TermsEditor
            editing={editing}
            terms={terms}
            parent={{ name: level.name, agentPathsId: level.agentPathsId }}
            roleId={roleId}
            gameId={gameId}
            onGame={setGameId}
          />
        </div>
      </div>
      <Bar {...{ fresh, making, editing, onBack }} />
    </div>
  )
}

/** A new account: its login and first credit, then its terms, starting from the parent's own. */
export const CreatePage = (props: Props): ReactNode => {
  const { level } = props
  const parentTerms = useTerms(level.agentPathsId)
  const games = useNamedGames()
  const parentBalance = useParentBalance(level.agentPathsId, level.roleId !== ROLE.head).data
  if (parentTerms.isPending || games.length < 2) return <Skeleton label={appText.loading} />
  if (!parentTerms.data)
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}{' '}
        <button type="button" className="link-button" onClick={() => void parentTerms.refetch()}>
          {appText.retry}
        </button>
      </p>
    )
  return (
    <CreateForm
      {...props}
      parentTerms={parentTerms.data}
      games={games}
      parentBalance={level.roleId === ROLE.head ? null : (parentBalance?.balance ?? null)}
    />
  )
}
