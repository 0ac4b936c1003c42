import * as accessCalls from '@strata/contract/calls/access'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { sessionQuery } from '@strata/contract/endpoints/access'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ListState } from '../../components/list-state.tsx'
import { deviceName } from '../../components/logs/device-name.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { profileText } from '../../text/zh-CN/rooms/profile.ts'
import css from './profile.module.css'

const words = profileText.devices
type Device = ResponseOf<typeof sessionQuery>[number]

const titleOf = (devices: readonly Device[]): string => {
  const [first] = devices
  return devices.length === 1 && first ? words.confirm(deviceName(first.device)) : words.confirmAll(devices.length)
}

/** The user's sessions, with a button to end each except the current one. */
export const Devices = (): ReactNode => {
  const sessions = useQuery({
    ...queryOf(accessCalls.sessionQuery, {}),
  })
  const [ending, setEnding] = useState<readonly Device[] | null>(null)
  const client = useQueryClient()
  const others = (sessions.data ?? []).filter(({ current }) => !current)
  return (
    <section className="card panel">
      <header>
        <h2>{words.title}</h2>
        {others.length > 1 ? (
          <button type="button" className="link-button" onClick={() => setEnding(others)}>
            {words.revokeAll}
          </button>
        ) : null}
      </header>
      <ListState query={sessions} isEmpty={(list) => list.length === 0}>
        {(list) => (
          <ul className={css.devices}>
            {list.map((device) => (
              <li key={device.sessionId}>
                <span>
                  <b title={device.device}>{deviceName(device.device)}</b>{' '}
                  {device.current ? <span className="tag tag-good">{words.current}</span> : null}
                  <small>
                    {device.ip} {device.region} · {words.signedIn} {formatInstant(device.createdAt).slice(0, 16)} ·{' '}
                    {words.seen} <TimeAgo at={device.seenAt} />
                  </small>
                </span>
                {device.current ? null : (
                  <button type="button" className="ghost-button" onClick={() => setEnding([device])}>
                    {words.revoke}
                  </button>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListState>
      {ending ? (
        <ConfirmDialog
          title={titleOf(ending)}
          confirm={words.revoke}
          danger
          onConfirm={async () => {
            for (const { sessionId } of ending)
              await api.call(accessCalls.sessionRevoke, { sessionId, requestId: newRequestId() })
            await refreshAfter(client, accessCalls.sessionRevoke)
          }}
          onClose={() => setEnding(null)}
        >
          <p>{words.note}</p>
        </ConfirmDialog>
      ) : null}
    </section>
  )
}
