import { adminEntryText } from '../../text/zh-CN/entry/admin-entry.ts'

/** Constants of the operators' build. */
export const PORTAL = { accountType: 1 as 1 | 2, title: adminEntryText.title as string }

export { adminLogin as signInCall } from '@strata/contract/calls/sign-in'
