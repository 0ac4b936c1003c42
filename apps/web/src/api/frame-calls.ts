/** The calls of the frame around every page: a file of their own, because they are asked before the app has come. */
import type { todayWinLose } from '@strata/contract/endpoints/book'
import type { balance } from '@strata/contract/endpoints/ledger'
import type { bulletinMessage } from '@strata/contract/endpoints/notices'
import type { Call } from './client.ts'

export const balanceCall: Call<typeof balance> = {
  id: 'ledger.balance',
  method: 'GET',
  path: '/api/agent/balance',
  isclick: false,
}
export const bulletinCall: Call<typeof bulletinMessage> = {
  id: 'notices.bulletinMessage',
  method: 'GET',
  path: '/api/common/account/bulletin-message',
  isclick: false,
}
export const todayCall: Call<typeof todayWinLose> = {
  id: 'book.todayWinLose',
  method: 'POST',
  path: '/api/agent/RealTimeReport/TodayWinLose',
}
