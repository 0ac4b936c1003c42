import * as keysCalls from '@strata/contract/calls/merchant-keys'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { serverNow } from '../../api/clock.ts'
import { refreshAfter } from '../../api/stale.ts'
import { TimeField } from '../../components/days/time-field.tsx'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { fromInstantField } from '../../lib/instant-field.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import type { MerchantKey } from './key-row.tsx'
import css from './keys.module.css'

const words = merchantsText.keys

type Props = {
  readonly agentPathsId: number
  readonly of: Pick<MerchantKey, 'keyId'>
  /** The merchant has no other live key without an end. */
  readonly isLast: boolean
  readonly onClose: () => void
}

type Wish = { readonly keyId: number; readonly retireAt?: number; readonly isLastKey?: true }

const useRetire = (agentPathsId: number) => {
  const client = useQueryClient()
  return async (wish: Wish): Promise<void> => {
    await api.call(keysCalls.merchantKeyRetire, { agentPathsId, ...wish, requestId: newRequestId() })
    await refreshAfter(client, keysCalls.merchantKeyRetire)
  }
}

const LastKey = ({ sure, onSure }: { readonly sure: boolean; readonly onSure: (sure: boolean) => void }): ReactNode => (
  <>
    <p className="dialog-warn">
      <b>{words.last}</b>
    </p>
    <label className={css.sure}>
      <input type="checkbox" checked={sure} onChange={(event) => onSure(event.currentTarget.checked)} />
      {words.lastConfirm}
    </label>
  </>
)

/** Ends a key, at once or at a set time. For the only one it asks a second time. */
export const RetireDialog = ({ agentPathsId, of, isLast, onClose }: Props): ReactNode => {
  const [when, setWhen] = useState<'now' | 'planned'>('now')
  const [at, setAt] = useState('')
  const [sure, setSure] = useState(false)
  const retire = useRetire(agentPathsId)
  const retireAt = when === 'now' ? undefined : fromInstantField(at)
  const isWrong = when === 'planned' && (retireAt === undefined || retireAt <= serverNow())
  return (
    <ConfirmDialog
      title={words.retireLabel(of.keyId)}
      confirm={words.retire}
      danger
      disabled={isWrong || (isLast && !sure)}
      onConfirm={() =>
        retire({
          keyId: of.keyId,
          ...(retireAt === undefined ? {} : { retireAt }),
          ...(isLast ? { isLastKey: true } : {}),
        })
      }
      onClose={onClose}
    >
      <Labelled label={words.when}>
        {() => (
          <Choice
            label={words.when}
            value={when}
            options={[
              { value: 'now', label: words.now },
              { value: 'planned', label: words.planned },
            ]}
            onChange={setWhen}
          />
        )}
      </Labelled>
      {when === 'planned' ? (
        <TimeField
          kind="minute"
          label={words.at}
          problem={at !== '' && isWrong ? words.atWrong : null}
          value={at}
          onChange={setAt}
        />
      ) : null}
      <p className="dialog-warn">{words.effect}</p>
      {isLast ? <LastKey sure={sure} onSure={setSure} /> : null}
    </ConfirmDialog>
  )
}
