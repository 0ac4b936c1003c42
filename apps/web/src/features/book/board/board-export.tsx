import * as bookCalls from '@strata/contract/calls/book'
import type { ReactNode } from 'react'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import type { BoardFilters } from '../board-state/board-filters.ts'
import type { AmountMode, BoardSort } from '../board-state/board-model.ts'
import { askedGroup, type BoardSection, type BoardTab } from '../board-state/board-tabs.ts'
import { combinationFields, underFields } from '../board-state/use-board.ts'

const AMOUNTS = { total: 'betAmount', held: 'held', net: 'net' } as const satisfies Record<AmountMode, string>

/** The sort order of the screen: largest first, worst first, or the game's layout. */
const sortFields = (sort: BoardSort, mode: AmountMode) => {
  if (sort === 'item') return {}
  if (sort === 'result') return { sortInfo: { columnName: 'netAmount', direction: 0 } as const }
  const columnName = sort === 'count' ? 'betCount' : AMOUNTS[mode]
  return { sortInfo: { columnName, direction: 1 } as const }
}

type Props = {
  readonly gameId: number
  readonly periodNo: string
  readonly filters: BoardFilters
  readonly sort: BoardSort
  /** The tab determines the call. */
  readonly tab: BoardTab
  readonly section: BoardSection | null
  readonly comboPlay: string | null
}

/** The shown board as a file: the same call, plays, filters and order; for combinations all that match. */
export const BoardExport = ({ gameId, periodNo, filters, sort, tab, section, comboPlay }: Props): ReactNode => {
  const { mode, pankou, under, parts, top } = filters
  const groupId = askedGroup(tab)
  const asked = {
    gameId,
    periodNo,
    amount: mode,
    ...(groupId === null ? {} : { groupId }),
    ...(pankou === null ? {} : { pankou }),
    ...underFields(under),
  }
  if (tab.call === 'multi')
    return (
      <ExportButton
        call={bookCalls.multiCommon}
        input={{ ...asked, ...combinationFields({ play: comboPlay, parts, top, sort }) }}
      />
    )
  if (tab.call === 'special')
    return <ExportButton call={bookCalls.specialNumbers} input={{ ...asked, ...sortFields(sort, mode) }} />
  const playCodes = (section ? [section] : tab.sections).flatMap(({ plays }) => plays)
  return <ExportButton call={bookCalls.boardCommon} input={{ ...asked, playCodes, ...sortFields(sort, mode) }} />
}
