import type { RequestOf } from '@strata/contract/endpoint'
import type { flyOutOrderQuery } from '@strata/contract/endpoints/fly-outs'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/clock.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { Day } from '../../../components/days/days.tsx'
import { businessDay } from '../../../lib/day-starts.ts'
import { isDay } from '../../../lib/time.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { SearchBox } from '../../../ui/fields/search-box.tsx'
import { ACCOUNT_PARAM, useFlyOutAccounts } from './use-fly-out.ts'

const words = flyOutText.orders
const STATES = ['pending', 'confirmed', 'rejected', 'unknown', 'corrected'] as const

type Filters = Pick<RequestOf<typeof flyOutOrderQuery>, 'gameId' | 'periodNo' | 'state' | 'pilotId' | 'from' | 'to'>

/** The filters from the address; invalid ones are left out. */
export const filtersOf = (search: URLSearchParams, games: readonly GameType[]): Filters => {
  const state = STATES.find((one) => one === search.get('state'))
  const game = games.find(({ gameType }) => gameType === search.get('game'))
  const period = search.get('period') ?? ''
  const account = search.get(ACCOUNT_PARAM) ?? ''
  const day = search.get('day')
  return {
    ...(state === undefined ? {} : { state }),
    ...(game === undefined ? {} : { gameId: game.id }),
    ...(/^[0-9A-Za-z/-]{1,32}$/.test(period) ? { periodNo: period } : {}),
    ...(/^[1-9]\d{0,8}$/.test(account) ? { pilotId: Number(account) } : {}),
    ...(isDay(day) ? { from: day, to: day } : {}),
  }
}

/** Filters of the list of orders; all of them are in the address. */
export const FlyOutFilters = ({ games }: { readonly games: readonly GameType[] }): ReactNode => {
  const { search, change } = useAddress()
  const accounts = useFlyOutAccounts().data ?? []
  const day = search.get('day')
  return (
    <>
      <Choice
        label={words.filters.state}
        value={search.get('state') ?? ''}
        options={[
          { value: '', label: words.allStates },
          ...STATES.map((value) => ({ value, label: words.states[value] })),
        ]}
        onChange={(state) => change({ state })}
      />
      <Choice
        label={words.filters.game}
        value={search.get('game') ?? ''}
        options={[
          { value: '', label: words.allGames },
          ...games.map(({ gameType, gameName }) => ({ value: gameType, label: gameName })),
        ]}
        onChange={(game) => change({ game })}
      />
      <Choice
        label={words.filters.account}
        value={search.get(ACCOUNT_PARAM) ?? ''}
        options={[
          { value: '', label: words.allAccounts },
          ...accounts.map(({ pilotId, accountName }) => ({ value: String(pilotId), label: accountName })),
        ]}
        onChange={(account) => change({ [ACCOUNT_PARAM]: account })}
      />
      <Day
        label={words.filters.day}
        value={isDay(day) ? day : null}
        today={businessDay(serverNow())}
        onChange={(next) => change({ day: next ?? '' })}
      />
      <SearchBox
        label={words.filters.period}
        value={search.get('period') ?? ''}
        button={words.search}
        onSearch={(period) => change({ period })}
      />
    </>
  )
}
