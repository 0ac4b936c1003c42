import * as treeCalls from '@strata/contract/calls/tree'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { keyOf } from '../../../api/queries.ts'
import type { KitSelectProps } from '../../../components/kit/kit-select.tsx'
import { onDemand } from '../../../components/kit/on-demand.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import type { Level } from '../accounts/level.ts'
import type { ImportRole } from './account-table.ts'
import css from './import-accounts.module.css'

const words = treeText.importAccounts
const SHOWN = 50 as const
const Picker = onDemand<KitSelectProps<string>>(
  async () => (await import('../../../components/kit/kit-select.tsx')).KitSelect,
)

/** The account whose terms the new ones of a kind begin with; null: the parent's. */
export type Like = { readonly agentPathsId: number; readonly accountName: string } | null

type Props = {
  readonly level: Level
  readonly roleIds: readonly ImportRole[]
  readonly label: string
  readonly value: Like
  readonly onChange: (value: Like) => void
}

/** The newest direct downlines first: whoever imports more of a kind has mostly just made one. Others by their name. */
const useAccounts = ({ level, roleIds }: Props, keyword: string, opened: boolean) => {
  const [only] = roleIds
  return useQuery({
    queryKey: keyOf(treeCalls.agentQuery, 'import-like', level.agentPathsId, roleIds.join(), keyword),
    enabled: opened,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = {
        parentPathsId: level.agentPathsId,
        ...(keyword === '' ? {} : { keyword: keyword.slice(0, 32) }),
        ...(roleIds.length === 1 && only !== undefined ? { roleId: only } : {}),
        sortInfo: { columnName: 'createdAt' as const, direction: 1 as const },
        pageSize: SHOWN,
      }
      const { items } = await api.call(treeCalls.agentQuery, asked, { signal, automatic: true })
      return items.filter(({ roleId }) => roleIds.some((one) => one === roleId))
    },
  })
}

/** An account that is there, found by its name on the server. */
export const LikeChoice = (props: Props): ReactNode => {
  const { label, value, onChange } = props
  const [opened, setOpened] = useState(false)
  const [keyword, setKeyword] = useState('')
  const found = useAccounts(props, keyword.trim(), opened)
  const rows = found.data ?? []
  const shown = value && !rows.some((row) => row.agentPathsId === value.agentPathsId) ? [value, ...rows] : rows
  const text = value ? words.asOne(value.accountName) : words.asParent
  return (
    <span className={css.like}>
      <span aria-hidden="true">{label}</span>
      <Picker
        standIn={{ label, text, className: css.likeOf }}
        className={css.likeOf ?? ''}
        aria-label={label}
        showSearch={{ filterOption: false, onSearch: setKeyword }}
        popupMatchSelectWidth={240}
        loading={found.isFetching}
        notFoundContent={found.isFetching ? words.searching : words.noLike}
        value={String(value?.agentPathsId ?? '')}
        options={[
          ...(keyword === '' ? [{ value: '', label: words.asParent }] : []),
          ...shown.map(({ agentPathsId, accountName }) => ({
            value: String(agentPathsId),
            label: words.asOne(accountName),
          })),
        ]}
        onOpenChange={(open: boolean) => {
          setOpened(open)
          if (!open) setKeyword('')
        }}
        onChange={(id: string) => onChange(shown.find(({ agentPathsId }) => String(agentPathsId) === id) ?? null)}
      />
    </span>
  )
}
