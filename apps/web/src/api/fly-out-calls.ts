/** The calls of fly-outs; calls.ts says how. */
import type {
  pilotBooks,
  pilotCreate,
  pilotOutOrderConfirm,
  pilotOutOrderQuery,
  pilotOutOrderReject,
  pilotOutOrderResend,
  pilotOutQuery,
  pilotOutSet,
  pilotOutXxSet,
  pilotQuery,
  pilotUpdate,
} from '@strata/contract/endpoints/fly-outs'
import type { Call } from './client.ts'

export const pilotBooksCall: Call<typeof pilotBooks> = {
  id: 'replenishment.pilotBooks',
  method: 'POST',
  path: '/api/common/pilot/books',
}
export const pilotQueryCall: Call<typeof pilotQuery> = {
  id: 'replenishment.pilotQuery',
  method: 'POST',
  path: '/api/common/pilot/query',
}
export const pilotCreateCall: Call<typeof pilotCreate> = {
  id: 'replenishment.pilotCreate',
  method: 'POST',
  path: '/api/common/pilot/create',
}
export const pilotUpdateCall: Call<typeof pilotUpdate> = {
  id: 'replenishment.pilotUpdate',
  method: 'POST',
  path: '/api/common/pilot/update',
}
export const flyOutQueryCall: Call<typeof pilotOutQuery> = {
  id: 'replenishment.pilotOutQuery',
  method: 'POST',
  path: '/api/common/pilot-out/query',
}
export const flyOutSetCall: Call<typeof pilotOutSet> = {
  id: 'replenishment.pilotOutSet',
  method: 'POST',
  path: '/api/common/pilot-out/set',
}
export const flyOutXxSetCall: Call<typeof pilotOutXxSet> = {
  id: 'replenishment.pilotOutXxSet',
  method: 'POST',
  path: '/api/common/pilot-out/xx-set',
}
export const flyOutOrdersCall: Call<typeof pilotOutOrderQuery> = {
  id: 'replenishment.pilotOutOrderQuery',
  method: 'POST',
  path: '/api/common/pilot-out/order/query',
}
export const flyOutConfirmCall: Call<typeof pilotOutOrderConfirm> = {
  id: 'replenishment.pilotOutOrderConfirm',
  method: 'POST',
  path: '/api/common/pilot-out/order/confirm',
}
export const flyOutRejectCall: Call<typeof pilotOutOrderReject> = {
  id: 'replenishment.pilotOutOrderReject',
  method: 'POST',
  path: '/api/common/pilot-out/order/reject',
}
export const flyOutResendCall: Call<typeof pilotOutOrderResend> = {
  id: 'replenishment.pilotOutOrderResend',
  method: 'POST',
  path: '/api/common/pilot-out/order/resend',
}
