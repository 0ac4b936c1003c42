import type { adminLogin } from '@strata/contract/endpoints/access'
import type { Call } from '../../api/client.ts'
import { adminEntryText } from '../../text/zh-CN/entry/admin-entry.ts'

/** What the operators' build begins with. */
export const PORTAL = { accountType: 1 as 1 | 2, title: adminEntryText.title as string }

export const signInCall: Call<typeof adminLogin> = {
  id: 'access.adminLogin',
  method: 'POST',
  path: '/api/common/account/adminlogin',
  isclick: false,
}
