import type { agentLogin } from '@strata/contract/endpoints/access'
import type { Call } from '../../api/client.ts'
import { entryText } from '../../text/zh-CN/entry/entry.ts'

/** What the agents' build begins with; portals/admin is the operators' (package.json, imports). */
export const PORTAL = {
  accountType: 2 as 1 | 2,
  title: entryText.title as string,
}

export const signInCall: Call<typeof agentLogin> = {
  id: 'access.agentLogin',
  method: 'POST',
  path: '/api/common/account/agentlogin',
  isclick: false,
}
