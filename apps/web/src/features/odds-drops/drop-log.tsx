import * as dropCalls from '@strata/contract/calls/odds-drops'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import type { GameType } from '../../api/shared-queries.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../components/data-table/paged-list.tsx'
import { useAddress } from '../../components/data-table/use-address.ts'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { pageOf, textOf } from '../../lib/address.ts'
import { showAmount } from '../../lib/amount.ts'
import { formatInstant } from '../../lib/instant.ts'
import { dropsText } from '../../text/zh-CN/rooms/odds-drops.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import css from './drops.module.css'
import { pricedPlays } from './drops-model.ts'
import { useOddsNews } from './use-odds-news.ts'

const words = dropsText.log
const heads = words.columns
type Row = Answer<'book.oddsDropLog'>['items'][number]

const whyOf = (row: Row): string => {
  if (row.resetBy !== null) return words.reset(row.resetBy)
  if (row.cause === 'stake') return words.stake(showAmount(row.held))
  return row.streak === 0 ? words.streakOver : words.streak(row.streak)
}
const after = (row: Row): ReactNode => (row.after === '0' ? '0' : <b className={css.less}>-{row.after}</b>)
const before = (row: Row): string => (row.before === '0' ? '0' : `-${row.before}`)
const floor = (row: Row): string => (row.after === '0' ? '—' : row.floor)

const FIRST = { title: heads.at, cell: (row: Row) => formatInstant(row.at) }
const COLUMNS: readonly Column<Row>[] = [
  { name: 'periodNo', title: heads.periodNo, left: true, cell: (row) => row.periodNo },
  { name: 'item', title: heads.item, left: true, strong: true, cell: (row) => `${row.playName} ${row.keyName}` },
  { name: 'why', title: heads.why, left: true, cell: whyOf },
  { name: 'before', title: heads.before, cell: before },
  { name: 'after', title: heads.after, cell: after },
  { name: 'floor', title: heads.floor, cell: floor },
]

const Cards = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.id} data-line={row.id}>
        <p className="line">
          <b>
            {row.playName} {row.keyName}
          </b>
          <span>
            {before(row)} → {after(row)}
          </span>
        </p>
        <p className="line">
          <span>{whyOf(row)}</span>
          <span>{row.periodNo}</span>
        </p>
        <p className="line">{formatInstant(row.at)}</p>
      </li>
    ))}
  </ul>
)

/** Every change of a drop: when, what, why, and what it stands at since. */
export const DropLog = ({ game }: { readonly game: GameType }): ReactNode => {
  useOddsNews(game.id)
  const { search, change } = useAddress()
  const plays = pricedPlays(game.gameType, null)
  const play = plays.find(({ code }) => code === search.get('play'))?.code ?? ''
  const periodNo = textOf(search, 'q')
  const pageIndex = pageOf(search)
  const [pageSize, setPageSize] = usePageSize()
  const table = useTable('operators-drop-log', COLUMNS)
  const request = {
    gameId: game.id,
    ...(play === '' ? {} : { playCode: play }),
    ...(periodNo === '' ? {} : { periodNo }),
  }
  const query = useQuery({
    ...queryOf(dropCalls.oddsDropLog, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <div className="list-bar">
        <SearchBox label={words.periodNo} value={periodNo} button={peopleText.search} onSearch={(q) => change({ q })} />
        <Choice
          label={words.play}
          value={play}
          options={[
            { value: '', label: words.allPlays },
            ...plays.map(({ code, name }) => ({ value: code, label: name })),
          ]}
          onChange={(code) => change({ play: code })}
        />
        <span className="end" />
        <ListTools table={table}>
          <ExportButton call={dropCalls.oddsDropLog} input={request} />
        </ListTools>
      </div>
      <PagedList
        query={query}
        empty={play === '' && periodNo === '' ? words.empty : words.emptyFound}
        pageIndex={pageIndex}
        pageSize={pageSize}
        onPage={(page) => change({ page: String(page) })}
        onPageSize={setPageSize}
        cards={(rows) => <Cards rows={rows} />}
        desk={(rows) => (
          <DataTable
            label={words.label}
            className="list-scroll"
            table={table}
            first={FIRST}
            rows={rows}
            context={undefined}
            keyOf={(row) => row.id}
            dataOf={(row) => ({ 'data-line': row.id })}
          />
        )}
      />
    </>
  )
}
