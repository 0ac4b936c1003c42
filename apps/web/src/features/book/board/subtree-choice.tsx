import * as treeCalls from '@strata/contract/calls/tree'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { keyOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import type { KitSelectProps } from '../../../components/kit/kit-select.tsx'
import { onDemand } from '../../../components/kit/on-demand.tsx'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import type { BoardFilters, SetFilter } from '../board-state/board-filters.ts'
import css from './board-toolbar.module.css'

const SHOWN = 50
const Picker = onDemand<KitSelectProps<string>>(
  async () => (await import('../../../components/kit/kit-select.tsx')).KitSelect,
)

/** The subtree whose orders the board shows, found by name on the server. */
export const SubtreeChoice = ({
  under,
  setFilter,
}: {
  readonly under: BoardFilters['under']
  readonly setFilter: SetFilter
}): ReactNode => {
  const allowed = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.accounts))
  const [opened, setOpened] = useState(false)
  const [keyword, setKeyword] = useState('')
  const found = useQuery({
    queryKey: keyOf(treeCalls.agentQuery, 'subtree-choice', keyword),
    enabled: allowed && opened,
    staleTime: 60_000,
    queryFn: async ({ signal }) => {
      const asked = { pageSize: SHOWN, ...(keyword === '' ? {} : { keyword: keyword.slice(0, 32) }) } as const
      return (await api.call(treeCalls.agentQuery, asked, { signal, automatic: true })).items
    },
  })
  if (!allowed) return null
  const options = (found.data ?? []).map(({ agentPathsId, accountName, nickname, roleId }) => ({
    value: `${agentPathsId}:${accountName}:${roleId}`,
    label: `${accountName} ${nickname} · ${appText.roles[roleId] ?? ''}`,
  }))
  const value = under ? `${under.agentPathsId}:${under.name}${under.role === null ? '' : `:${under.role}`}` : ''
  const own = under ? [{ value, label: under.name }] : []
  const className = under ? `${css.boardUnder} ${css.boardUnderOn}` : (css.boardUnder ?? '')
  return (
    <Picker
      standIn={{ label: boardText.under, text: under ? under.name : boardText.underAll, className }}
      className={className}
      aria-label={boardText.under}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      popupMatchSelectWidth={260}
      loading={found.isFetching}
      value={value}
      options={[
        { value: '', label: boardText.underAll },
        ...own.filter((one) => !options.some((option) => option.value === one.value)),
        ...options,
      ]}
      onOpenChange={setOpened}
      onChange={(next: string) => setFilter('under', next === '' ? null : next)}
    />
  )
}
