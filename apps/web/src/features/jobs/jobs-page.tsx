import * as operationsCalls from '@strata/contract/calls/operations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../api/queries.ts'
import { useAddress } from '../../components/data-table/use-address.ts'
import { ListState } from '../../components/list-state.tsx'
import { choiceOf } from '../../lib/address.ts'
import css from './jobs.module.css'
import { JobsCard, STATES } from './jobs-card.tsx'
import { LoopsCard } from './loops-card.tsx'
import { VerifyCard } from './verify-card.tsx'

/** The verification of the books, the jobs and the work of the clock. */
export const JobsPage = (): ReactNode => {
  const { search, change } = useAddress()
  const state = choiceOf(search, 'state', STATES) ?? ''
  const jobs = useQuery({
    ...queryOf(operationsCalls.jobQuery, state === '' ? {} : { state }, { automatic: true }),
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
  })
  return (
    <div className={css.page}>
      <VerifyCard />
      <ListState query={jobs} isEmpty={() => false}>
        {(data) => (
          <>
            <JobsCard jobs={data} state={state} onState={(chosen) => change({ state: chosen })} />
            <LoopsCard loops={data.loops} />
          </>
        )}
      </ListState>
    </div>
  )
}
