import * as accessCalls from '@strata/contract/calls/access'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { useSession } from '../../api/session.ts'
import { changedDetails, type Details, DetailsForm, detailsProblem } from '../../components/forms/details-form.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { profileText } from '../../text/zh-CN/rooms/profile.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
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

/** One's own details, which one may change, and one's own terms, which the parent set. */
export const UserInfoPage = (): ReactNode => {
  const details = useDetails()
  const [typed, setTyped] = useState<Details | null>(null)
  const [password, setPassword] = useState('')
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const client = useQueryClient()
  const accountName = useSession((session) => session.account?.accountName ?? '')
  const base = details.data
  const draft = typed ?? base
  const changes = base && draft ? changedDetails(base, draft) : {}
  const count = Object.keys(changes).length
  const problem = draft ? detailsProblem(draft) : null
  const lacksPassword = changes.contact !== undefined && password === ''
  const save = (): void => {
    setBusy(true)
    setRefusal(null)
    const send = async (): Promise<unknown> => {
      const sealed = changes.contact === undefined ? {} : { password: await seal(password) }
      return await api.call(accessCalls.updateAccountInfo, { ...changes, ...sealed, requestId: newRequestId() })
    }
    send()
      .then(async () => {
        await refreshAfter(client, accessCalls.updateAccountInfo)
        setTyped(null)
        setPassword('')
      })
      .catch((caught: unknown) => {
        if (caught instanceof ApiRefusal) setRefusal(caught.message)
      })
      .finally(() => setBusy(false))
  }
  return (
    <div className="list-page">
      {base && draft ? (
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
              {changes.contact === undefined ? null : (
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
              )}
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
      {count > 0 ? (
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
      ) : null}
    </div>
  )
}
