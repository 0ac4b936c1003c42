import type { acceptTypesSet } from '@strata/contract/calls/replenishment'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { grouped } from '../../lib/decimal.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'
import { countAccounts, FirstRows } from '../capped/first-rows.tsx'
import { ConfirmDialog } from '../dialogs/confirm.tsx'
import { Differences } from '../dialogs/differences.tsx'

type CappedProps = {
  readonly groups: readonly { readonly id: number; readonly name: string }[]
  readonly capped: Extract<Answer<(typeof acceptTypesSet)['id']>, { affected: unknown }>['affected']
  readonly onConfirm: () => Promise<unknown>
  readonly onClose: () => void
}

const amountOf = (value: string): string => (value === '' ? treeText.edit.noLimit : grouped(value))

/** The accounts below whose fill limits a save would lower too. */
export const CappedFills = ({ groups, capped, onConfirm, onClose }: CappedProps): ReactNode => {
  const words = treeText.affected
  const { account, group, before, after } = words.columns
  return (
    <ConfirmDialog
      title={words.title}
      width={640}
      confirm={words.confirm(countAccounts(capped))}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p className="dialog-warn">{words.note}</p>
      <FirstRows of={capped}>
        {(shown) => (
          <Differences
            head={{ account, group, before, after }}
            figures={['before', 'after']}
            rows={shown.map((one) => ({
              key: `${one.agentPathsId}:${one.groupId}`,
              cells: {
                account: one.accountName,
                group: groups.find(({ id }) => id === one.groupId)?.name ?? '',
                before: amountOf(one.before),
                after: amountOf(one.after),
              },
              tones: { after: 'new' },
            }))}
          />
        )}
      </FirstRows>
    </ConfirmDialog>
  )
}
