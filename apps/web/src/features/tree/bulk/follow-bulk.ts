import * as treeCalls from '@strata/contract/calls/tree'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { bulkTermsQuery } from '@strata/contract/endpoints/tree'
import { api } from '../../../api/api.ts'
import { ApiFailure } from '../../../api/client.ts'
import { onLive } from '../../../api/live.ts'

export type BulkProgress = ResponseOf<typeof bulkTermsQuery>

const ASK_AGAIN_MS = 2_000

/** Waits for a live event of this change, or for a timeout. */
const nextNews = (bulkId: string): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, ASK_AGAIN_MS)
    const stop = onLive('bulk', (news) => {
      if (news.bulkId === bulkId) done()
    })
    function done(): void {
      clearTimeout(timer)
      stop()
      resolve()
    }
  })

/** Reports the progress of a change of many accounts until it is finished; without a stream it polls. */
export const followBulk = async (bulkId: string, tell: (progress: BulkProgress) => void): Promise<BulkProgress> => {
  for (;;) {
    try {
      const progress = await api.call(treeCalls.bulkTermsQuery, { bulkId }, { automatic: true })
      tell(progress)
      if (progress.state === 'done') return progress
    } catch (caught) {
      if (!(caught instanceof ApiFailure)) throw caught
    }
    await nextNews(bulkId)
  }
}
