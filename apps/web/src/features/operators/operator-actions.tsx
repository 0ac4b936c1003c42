import * as merchantCalls from '@strata/contract/calls/admin-merchants'
import * as operatorCalls from '@strata/contract/calls/operators'
import { passwordProblem } from '@strata/contract/rules'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queries.ts'
import { seal } from '../../api/seal.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { ReasonField } from '../../components/forms/reason-field.tsx'
import { ListState } from '../../components/list-state.tsx'
import { deviceName } from '../../components/logs/device-name.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { operatorsText as words } from '../../text/zh-CN/rooms/operators.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { type Action, type Operator, type Status, statusOf } from './operator.ts'
import { EditOperator, OneTimePassword } from './operator-dialog.tsx'
import css from './operators.module.css'

type Props = { readonly row: Operator; readonly onClose: () => void }

/** The dialog of an action on a row. */
export const OperatorAction = ({ row, action, onClose }: Props & { readonly action: Action }): ReactNode => {
  if (action === 'edit') return <EditOperator row={row} onClose={onClose} />
  if (action === 'password') return <ResetPassword row={row} onClose={onClose} />
  if (action === 'validator') return <ResetValidator row={row} onClose={onClose} />
  if (action === 'sessions') return <Sessions row={row} onClose={onClose} />
  return <ChangeStatus row={row} status={statusOf(action) ?? 1} onClose={onClose} />
}

const ChangeStatus = ({ row, status, onClose }: Props & { readonly status: Status }): ReactNode => {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      title={words.status.title(row.accountName)}
      confirm={peopleText.confirm}
      danger={status !== 1}
      onConfirm={async () => {
        await api.call(merchantCalls.userStatus, {
          accountId: row.accountId,
          status,
          requestId: newRequestId(),
          ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
        })
        await refreshAfter(client, merchantCalls.userStatus)
      }}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.status.effects[status]}</p>
      <ReasonField label={words.status.reason} value={reason} onChange={setReason} />
      <p className="page-note">{words.told}</p>
    </ConfirmDialog>
  )
}

const ResetPassword = ({ row, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const [password, setPassword] = useState('')
  return (
    <ConfirmDialog
      title={words.reset.title(row.accountName)}
      confirm={peopleText.confirm}
      danger
      disabled={passwordProblem(password) !== null}
      onConfirm={async () => {
        await api.call(merchantCalls.userUpdate, {
          accountId: row.accountId,
          password: await seal(password),
          requestId: newRequestId(),
        })
        await refreshAfter(client, merchantCalls.userUpdate)
      }}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.reset.note}</p>
      <OneTimePassword value={password} onType={setPassword} />
      <p className="page-note">{words.told}</p>
    </ConfirmDialog>
  )
}

const ResetValidator = ({ row, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={words.validator.title(row.accountName)}
      confirm={peopleText.confirm}
      danger
      onConfirm={async () => {
        const request = { accountId: row.accountId, requestId: newRequestId() }
        await api.call(operatorCalls.userValidatorReset, request)
        await refreshAfter(client, operatorCalls.userValidatorReset)
      }}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.validator.note}</p>
      <p className="page-note">{words.told}</p>
    </ConfirmDialog>
  )
}

/** Where an operator is signed in now; each can be ended, but never the session that looks. */
const Sessions = ({ row, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const sessions = useQuery(queryOf(operatorCalls.userSessions, { accountId: row.accountId }))
  const [busy, setBusy] = useState(false)
  const others = (sessions.data ?? []).filter(({ current }) => !current)
  const end = (sessionId?: number): void => {
    setBusy(true)
    api
      .call(operatorCalls.userSessionsEnd, {
        accountId: row.accountId,
        ...(sessionId === undefined ? {} : { sessionId }),
        requestId: newRequestId(),
      })
      .then(() => refreshAfter(client, operatorCalls.userSessionsEnd))
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <Dialog
      title={words.sessions.title(row.accountName)}
      width={560}
      onClose={onClose}
      footer={
        <>
          {others.length > 0 ? (
            <button type="button" className="plain-button danger-button" disabled={busy} onClick={() => end()}>
              {words.sessions.endAll}
            </button>
          ) : null}
          <button type="button" className="ghost-button" onClick={onClose}>
            {peopleText.cancel}
          </button>
        </>
      }
    >
      <ListState query={sessions} isEmpty={(list) => list.length === 0} empty={words.sessions.none}>
        {(list) => (
          <ul className={css.sessions}>
            {list.map((device) => (
              <li key={device.sessionId}>
                <span>
                  <b title={device.device}>{deviceName(device.device)}</b>{' '}
                  {device.current ? <span className="tag tag-good">{words.sessions.current}</span> : null}
                  <small>
                    {device.ip} · {words.sessions.signedIn} {formatInstant(device.createdAt).slice(0, 16)} ·{' '}
                    {words.sessions.seen} <TimeAgo at={device.seenAt} />
                  </small>
                </span>
                {device.current ? null : (
                  <button type="button" className="ghost-button" disabled={busy} onClick={() => end(device.sessionId)}>
                    {words.sessions.end}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </Dialog>
  )
}
