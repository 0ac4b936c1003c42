import * as calls from '@strata/contract/calls/look'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import type { MerchantRow } from './merchants-filters.ts'

const words = merchantsText.look

type Props = {
  readonly merchant: Pick<MerchantRow, 'agentPathsId' | 'code' | 'nickname'>
  readonly onClose: () => void
}

/** A link that opens the agents' site once, in a tab of its own. */
export const LookDialog = ({ merchant, onClose }: Props): ReactNode => {
  const [address, setAddress] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const make = async (): Promise<void> => {
    setBusy(true)
    try {
      const { ticket, host } = await api.call(calls.merchantLook, { agentPathsId: merchant.agentPathsId })
      setAddress(`${window.location.protocol}//${host}/look#${ticket}`)
    } catch (caught) {
      if (!(caught instanceof ApiRefusal || caught instanceof ApiFailure)) throw caught
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={words.title(merchant.nickname || merchant.code)}
      width={460}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {peopleText.back}
          </button>
          {address === null ? (
            <button type="button" className="plain-button" disabled={busy} onClick={() => void make()}>
              {busy ? peopleText.working : words.make}
            </button>
          ) : (
            <a className="plain-button" href={address} target="_blank" rel="noopener noreferrer" onClick={onClose}>
              {words.go}
            </a>
          )}
        </>
      }
    >
      <p>{words.explain}</p>
      {address === null ? null : <p className="dialog-note">{words.ready}</p>}
    </Dialog>
  )
}
