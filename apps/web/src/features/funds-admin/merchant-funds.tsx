import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import { type ReactNode, useState } from 'react'
import { type ListedMerchant, useAllMerchants } from '../../api/all-merchants.ts'
import { useSession } from '../../api/session.ts'
import { fundsAdminText as words } from '../../text/zh-CN/rooms/funds-admin.ts'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import type { Move } from '../ledger/funds-model.ts'
import { LazyFundsDialog } from '../ledger/lazy-funds.tsx'
import css from './funds-admin.module.css'

type Props = { readonly chosen: number | null; readonly onChoose: (merchant: string | null) => void }

/** The merchant whose records are shown, and the money that goes to it or comes back. */
export const MerchantFunds = ({ chosen, onChoose }: Props): ReactNode => {
  const ids = useSession(({ permissionIds }) => permissionIds)
  const merchants = useAllMerchants(ids.includes(PERMISSION.merchants))
  const items = merchants.data?.items ?? []
  const merchant = items.find(({ agentPathsId }) => agentPathsId === chosen)
  if (items.length === 0) return null
  return (
    <>
      <Choice
        label={words.merchant}
        value={String(chosen ?? '')}
        options={[
          { value: '', label: words.allMerchants },
          ...items.map((one) => ({ value: String(one.agentPathsId), label: `${one.code} ${one.nickname}`.trim() })),
        ]}
        onChange={(value) => onChoose(value === '' ? null : value)}
      />
      {ids.includes(PERMISSION.merchantFunds) ? <Moves merchant={merchant} /> : null}
    </>
  )
}

const Moves = ({ merchant }: { readonly merchant: ListedMerchant | undefined }): ReactNode => {
  const [move, setMove] = useState<Move | null>(null)
  const { currentPathId } = useSession()
  const buttons = [
    ['transfer', words.issue],
    ['recover', words.recover],
  ] as const
  return (
    <span className={css.tools}>
      {buttons.map(([kind, text]) => (
        <button
          key={kind}
          type="button"
          className="ghost-button"
          disabled={merchant === undefined}
          title={merchant === undefined ? words.pickFirst : undefined}
          onClick={() => setMove(kind)}
        >
          {text}
        </button>
      ))}
      {merchant && move ? (
        <LazyFundsDialog
          target={{
            agentPathsId: merchant.agentPathsId,
            accountName: merchant.accountName,
            roleId: ROLE.merchant,
            fundMode: merchant.fundMode,
            parent: { agentPathsId: currentPathId, name: ledgerText.head },
          }}
          move={move}
          onClose={() => setMove(null)}
        />
      ) : null}
    </span>
  )
}
