import type { ReactNode } from 'react'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { useMerchants } from './use-settings.ts'

const words = replenishmentText

/** The choice of the merchant whose book the head acts for. */
export const MerchantChoice = ({
  value,
  onChange,
}: {
  readonly value: number | null
  readonly onChange: (id: string | null) => void
}): ReactNode => {
  const merchants = useMerchants(true)
  const list = merchants.data ?? []
  return (
    <Choice
      label={words.merchant}
      value={value === null ? '' : String(value)}
      options={[
        { value: '', label: merchants.data && list.length === 0 ? words.noMerchants : words.chooseMerchant },
        ...list.map(({ agentPathsId, accountName, nickname }) => ({
          value: String(agentPathsId),
          label: nickname === '' ? accountName : `${accountName} ${nickname}`,
        })),
      ]}
      onChange={(id) => onChange(id === '' ? null : id)}
    />
  )
}
