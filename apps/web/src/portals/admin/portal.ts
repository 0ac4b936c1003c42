import { adminEntryText } from '../../text/zh-CN/entry/admin-entry.ts'

/** What the operators' build begins with. */
export const PORTAL = { accountType: 1 as 1 | 2, title: adminEntryText.title as string }

export { adminLogin as signInCall } from '@strata/contract/calls/sign-in'
