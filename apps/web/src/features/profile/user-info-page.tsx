import * as accessCalls from '@strata/contract/calls/access'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { useSession } from '../../api/session.ts'
import { useLeaveQuestion } from '../../components/dialogs/use-leave-question.tsx'
import {
  changedDetails,
  type Details,
  DetailsForm,
  detailsOf,
  detailsProblem,
  wireDetails,
} from '../../components/forms/details-form.tsx'
import { offerUndo } from '../../components/forms/offer-undo.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { profileText } from '../../text/zh-CN/rooms/profile.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { undoText } from '../../text/zh-CN/shared/undo.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { SaveBar } from '../../ui/page/save-bar.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { OwnTerms } from './own-terms.tsx'
import css from './profile.module.css'

const useDetails = () =>
  useQuery({
    ...queryOf(accessCalls.accountInfo, {}),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** Bank fields are money's, and contact and addresses need the password again. */
const NO_UNDO: readonly (keyof Details)[] = ['bankName', 'bankCardNo', 'contact', 'allowedIps']

/** Offers to put back what was there before. */
const offerOld = (client: QueryClient, base: Details, changes: Partial<Details>): void => {
  const names = Object.keys(changes) as (keyof Details)[]
  if (names.some((name) => NO_UNDO.includes(name))) return
  const old = Object.fromEntries(names.map((name) => [name, base[name]])) as Partial<Details>
  offerUndo(undoText.details, async () => {
    await api.call(
      accessCalls.updateAccountInfo,
      { ...wireDetails(old), requestId: newRequestId() },
      { automatic: true },
    )
    await refreshAfter(client, accessCalls.updateAccountInfo)
  })
}

/** The details with their unsaved edits, and how they are saved. */
const useDetailsEdit = () => {
  const details = useDetails()
  const [typed, setTyped] = useState<Details | null>(null)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const client = useQueryClient()
  const base = details.data && detailsOf(details.data)
  const draft = typed ?? base
  const changes = base && draft ? changedDetails(base, draft) : {}
  const problem = draft ? detailsProblem(draft) : null
  const asksPassword = changes.contact !== undefined || changes.allowedIps !== undefined
  const lacksPassword = asksPassword && password === ''
  const save = (): void => {
    setBusy(true)
    setRefusal(null)
    callSealed(async (client) => {
      const sealed = asksPassword ? { password: await seal(password) } : {}
      const wire = { ...wireDetails(changes), ...sealed }
      return await client.call(accessCalls.updateAccountInfo, { ...wire, requestId: newRequestId() })
    })
      .then(async () => {
        await refreshAfter(client, accessCalls.updateAccountInfo)
        if (base) offerOld(client, base, changes)
        setTyped(null)
        setPassword('')
      })
      .catch((caught: unknown) => {
        if (caught instanceof ApiRefusal) setRefusal(caught.message)
      })
      .finally(() => setBusy(false))
  }
  return {
    details,
    base,
    draft,
    changes,
    problem,
    password,
    setPassword,
    busy,
    refusal,
    asksPassword,
    lacksPassword,
    setTyped,
    save,
  }
}
type DetailsEdit = ReturnType<typeof useDetailsEdit>

type CardsProps = { readonly edit: DetailsEdit; readonly base: Details; readonly draft: Details }

const DetailsCards = ({ edit, base, draft }: CardsProps): ReactNode => {
  const { asksPassword, password, setPassword, setTyped } = edit
  const accountName = useSession((session) => session.account?.accountName ?? '')
  return (
    <div className={css.profileGrid}>
      <section className="card panel">
        <header>
          <h2>{profileText.details}</h2>
          <span>
            {profileText.account} {accountName}
          </span>
        </header>
        <div className="panel-body">
          <DetailsForm part="person" base={base} draft={draft} onChange={setTyped} />
          {asksPassword ? (
            <Labelled label={profileText.contactPassword}>
              {(input) => (
                <PasswordInput
                  {...input}
                  value={password}
                  onChange={setPassword}
                  words={peopleText}
                  maxLength={16}
                  autoComplete="current-password"
                />
              )}
            </Labelled>
          ) : null}
        </div>
      </section>
      <section className="card panel">
        <header>
          <h2>{profileText.address}</h2>
        </header>
        <div className="panel-body">
          <DetailsForm part="address" base={base} draft={draft} onChange={setTyped} />
        </div>
      </section>
    </div>
  )
}

const DetailsBar = ({ edit }: { readonly edit: DetailsEdit }): ReactNode => {
  const { changes, problem, refusal, busy, lacksPassword, setTyped, save } = edit
  const count = Object.keys(changes).length
  if (count === 0) return null
  return (
    <SaveBar
      status={
        <>
          <b>{profileText.changes(count)}</b>
          {problem === null ? null : <em>{problem}</em>}
          {refusal === null ? null : <em role="alert">{refusal}</em>}
        </>
      }
    >
      <button type="button" className="ghost-button" disabled={busy} onClick={() => setTyped(null)}>
        {peopleText.discard}
      </button>
      <button
        type="button"
        className="plain-button"
        disabled={busy || lacksPassword || problem !== null}
        onClick={save}
      >
        {busy ? peopleText.working : peopleText.save}
      </button>
    </SaveBar>
  )
}

/** The user's own details, which can be edited, and its own terms, which the parent sets. */
export const UserInfoPage = (): ReactNode => {
  const edit = useDetailsEdit()
  const { details, base, draft, changes } = edit
  const { question } = useLeaveQuestion(Object.keys(changes).length > 0, { why: peopleText.leave.unsaved })
  return (
    <div className="list-page">
      {question}
      {base && draft ? (
        <DetailsCards edit={edit} base={base} draft={draft} />
      ) : details.isPending ? (
        <section className="card panel">
          <Skeleton rows={4} label={appText.loading} />
        </section>
      ) : (
        <section className="card panel">
          <p className="message-line" role="alert">
            {appText.loadFailed}{' '}
            <button type="button" className="link-button" onClick={() => void details.refetch()}>
              {appText.retry}
            </button>
          </p>
        </section>
      )}
      <OwnTerms />
      <DetailsBar edit={edit} />
    </div>
  )
}
