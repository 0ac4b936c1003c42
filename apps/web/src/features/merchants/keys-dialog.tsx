import * as keysCalls from '@strata/contract/calls/merchant-keys'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { refreshAfter } from '../../api/stale.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { ListState } from '../../components/list-state.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { KeyRow, type MerchantKey } from './key-row.tsx'
import css from './keys.module.css'
import type { MerchantRow } from './merchants-filters.ts'
import { RetireDialog } from './retire-dialog.tsx'

const words = merchantsText.keys
const MAX_LIVE = 2

type Props = {
  readonly merchant: Pick<MerchantRow, 'agentPathsId' | 'code' | 'nickname'>
  readonly onClose: () => void
}

/** A change of keys. A refusal has been shown by the client; the list stays. */
const useKeyChanges = (agentPathsId: number) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<string | null>(null)
  const run = async (change: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await change()
    } catch (error) {
      if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  const create = (): Promise<void> =>
    run(async () => {
      const { key } = await api.call(keysCalls.merchantKeyCreate, { agentPathsId, requestId: newRequestId() })
      setMade(key)
      await refreshAfter(client, keysCalls.merchantKeyCreate)
    })
  const keep = (keyId: number): Promise<void> =>
    run(async () => {
      const wish = { agentPathsId, keyId, retireAt: null, requestId: newRequestId() }
      await api.call(keysCalls.merchantKeyRetire, wish)
      await refreshAfter(client, keysCalls.merchantKeyRetire)
    })
  return { busy, made, create, keep }
}

const NewKey = ({ value }: { readonly value: string }): ReactNode => (
  <div className={css.newKey} data-part="new-key">
    <p className="dialog-warn">{words.shownOnce}</p>
    <div className={css.keyLine}>
      <code>{value}</code>
      <CopyButton text={value} label={words.copyKey} />
    </div>
  </div>
)

/** The keys with which a merchant's game platform signs: the live ones, a new one, the end of one. */
export const KeysDialog = ({ merchant, onClose }: Props): ReactNode => {
  const { agentPathsId } = merchant
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.merchantKeys))
  const keys = useQuery(queryOf(keysCalls.merchantKeyQuery, { agentPathsId }))
  const { busy, made, create, keep } = useKeyChanges(agentPathsId)
  const [ending, setEnding] = useState<MerchantKey | null>(null)
  const items = keys.data?.items ?? []
  const isFull = items.filter(({ live }) => live).length >= MAX_LIVE
  const isLast = !items.some(({ keyId, live, retiredAt }) => keyId !== ending?.keyId && live && retiredAt === null)
  return (
    <Dialog
      title={words.title(merchant.nickname || merchant.code)}
      isOnce={made !== null}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {made === null ? peopleText.back : merchantsText.form.saved}
          </button>
          {mayChange ? (
            <button
              type="button"
              className="plain-button"
              disabled={busy || isFull || keys.data === undefined}
              title={isFull ? words.two : undefined}
              onClick={() => void create()}
            >
              {words.create}
            </button>
          ) : null}
        </>
      }
    >
      <p>{words.explain}</p>
      <p className={css.code}>
        {words.code} <code>{merchant.code}</code>
      </p>
      {made === null ? null : <NewKey value={made} />}
      <ListState query={keys} isEmpty={(data) => data.items.length === 0} empty={words.empty}>
        {(data) => (
          <ul className={css.keys}>
            {data.items.map((key) => (
              <KeyRow
                key={key.keyId}
                row={key}
                {...(mayChange && !busy ? { onRetire: setEnding, onKeep: (of) => void keep(of.keyId) } : {})}
              />
            ))}
          </ul>
        )}
      </ListState>
      {ending === null ? null : (
        <RetireDialog agentPathsId={agentPathsId} of={ending} isLast={isLast} onClose={() => setEnding(null)} />
      )}
    </Dialog>
  )
}
