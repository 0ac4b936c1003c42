import { entryText } from '../../text/zh-CN/entry/entry.ts'

/** Constants of the agents' build; portals/admin has the operators' (package.json, imports). */
export const PORTAL = {
  accountType: 2 as 1 | 2,
  title: entryText.title as string,
}

export { agentLogin as signInCall } from '@strata/contract/calls/sign-in'
