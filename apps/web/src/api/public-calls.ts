/** The calls of the pages before the sign-in and of passwords: apart, so that those pages load no others. */
import type {
  checkResetCode,
  demoOutbox,
  forgotPassword,
  sendResetCode,
  updatePassword,
} from '@strata/contract/endpoints/access'
import type { Call } from './client.ts'

export const forgotCall: Call<typeof forgotPassword> = {
  id: 'access.forgotPassword',
  method: 'POST',
  path: '/api/common/account/botforgetuserpwd',
}
export const sendCodeCall: Call<typeof sendResetCode> = {
  id: 'access.sendResetCode',
  method: 'POST',
  path: '/api/common/account/botverifcode',
}
export const checkCodeCall: Call<typeof checkResetCode> = {
  id: 'access.checkResetCode',
  method: 'POST',
  path: '/api/common/account/botcheckverifcode',
}
export const updatePasswordCall: Call<typeof updatePassword> = {
  id: 'access.updatePassword',
  method: 'POST',
  path: '/api/common/account/updatepwd',
}
export const demoOutboxCall: Call<typeof demoOutbox> = {
  id: 'access.demoOutbox',
  method: 'GET',
  path: '/api/common/demo/outbox',
}
