import {
  accountInfo,
  actionLogQuery,
  checkResetCode as checkResetCodeCall,
  checkValidator,
  demoOutbox,
  findLoginLog,
  forgotPassword,
  sendResetCode as sendResetCodeCall,
  sessionQuery,
  sessionRevoke,
  unlockScreen,
  updateAccountInfo,
  updatePassword,
  validatorDisable,
  validatorEnable,
  validatorReset,
  validatorSetup,
} from '@strata/contract/endpoints/access'
import { changesSince, downlinesOnline } from '@strata/contract/endpoints/downlines'
import { allChanges, allLogins } from '@strata/contract/endpoints/operators'
import type { FastifyInstance } from 'fastify'
import { Answer, registerEndpoint } from '../../platform/endpoint.ts'
import { Refusal } from '../../platform/refusal.ts'
import { readAllChanges, readAllLogins } from '../audit-log/all-logs.ts'
import { actionLog, loginLog } from '../audit-log/change-log.ts'
import { readChangesSince, readOnline } from '../downlines/downlines.ts'
import { checkResetCode, sendResetCode, startReset } from '../passwords/reset-code.ts'
import { listSentMessages } from '../passwords/store-passwords.ts'
import { changePassword, proveLogin } from '../passwords/update-password.ts'
import { authorize, scopePaths } from '../session/authorize.ts'
import type { Caller } from '../session/caller.ts'
import { actAs } from '../session/judged-again.ts'
import { actingIn, serveSession } from '../session/serve-session.ts'
import { checkCode, disableValidator, enableValidator, resetValidator, setUpValidator } from '../sign-in/validator.ts'
import { subAccountRoutes } from '../sub-accounts/routes.ts'
import type { PeopleContext, ProfileContext } from './people-context.ts'
import { listDevices, readAccountInfo, revokeDevice, updateAccountDetails } from './profile.ts'

export interface PeopleRoutesContext extends ProfileContext {
  readonly isDemo: boolean
}

/** Sub-accounts, own details, logs, devices, passwords and the second factor. */
export function peopleRoutes(app: FastifyInstance, context: PeopleRoutesContext): void {
  profileRoutes(app, context)
  subAccountRoutes(app, context)
  passwordRoutes(app, context)
  resetRoutes(app, context)
}

function profileRoutes(app: FastifyInstance, context: ProfileContext): void {
  serveSession(app, context, accountInfo, (input, { caller }) => readAccountInfo(context, caller, input))
  serveSession(app, context, updateAccountInfo, (input, { caller }) => updateAccountDetails(context, caller, input))
  serveSession(app, context, findLoginLog, (input, { caller }) => loginLog(context.pool, caller, input))
  serveSession(app, context, actionLogQuery, (input, { caller }) => actionLog(context.pool, caller, input))
  serveSession(app, context, downlinesOnline, (_input, { caller }) => readOnline(context, caller))
  serveSession(app, context, changesSince, (input, { caller }) => readChangesSince(context, caller, input))
  serveSession(app, context, allChanges, (input) => readAllChanges(context.pool, input))
  serveSession(app, context, allLogins, (input) => readAllLogins(context.pool, input))
  serveSession(app, context, sessionQuery, (_input, { caller }) => listDevices(context, caller))
  serveSession(app, context, sessionRevoke, (input, { caller }) => revokeDevice(context, caller, input))
}

function passwordRoutes(app: FastifyInstance, context: PeopleContext): void {
  // With a reset token no session is needed; with a session the call is checked like any other.
  registerEndpoint<typeof updatePassword, Caller | null>(app, updatePassword, {
    authorize: async (call) => {
      const body = call.request.body
      const byToken = typeof body === 'object' && body !== null && 'resetToken' in body
      return byToken ? null : authorize(context, updatePassword, call)
    },
    scope: async (input, call) =>
      call.caller === null ? undefined : scopePaths(context, updatePassword, input, { ...call, caller: call.caller }),
    handle: (input, call) => {
      const change = () => changePassword(context, call, input)
      return call.caller === null ? change() : actAs(actingIn(updatePassword, input, call.caller), change)
    },
  })
  serveSession(app, context, checkValidator, (input, { caller }) => checkCode(context, caller, input.verifyCode))
  serveSession(app, context, unlockScreen, async ({ password }, { caller }) => {
    const wrong = await proveLogin(context, caller.account.id, password)
    return wrong ?? { ok: true as const }
  })
  serveSession(app, context, validatorSetup, (input, { caller }) => setUpValidator(context, caller, input))
  serveSession(app, context, validatorEnable, (input, { caller }) => enableValidator(context, caller, input))
  serveSession(app, context, validatorDisable, (input, { caller }) => disableValidator(context, caller, input))
  serveSession(app, context, validatorReset, (input, { caller }) => resetValidator(context, caller, input))
}

const SENT = '如该账号已绑定接收方式，验证码已发送'

function resetRoutes(app: FastifyInstance, context: PeopleRoutesContext): void {
  registerEndpoint(app, forgotPassword, {
    authorize: () => null,
    handle: (_input, { ip }) => startReset(context, ip),
  })
  registerEndpoint(app, sendResetCodeCall, {
    authorize: () => null,
    handle: async ({ account }, { ip }) => {
      const refusal = await sendResetCode(context, { account, ip })
      return refusal instanceof Refusal ? refusal : new Answer(null, SENT)
    },
  })
  registerEndpoint(app, checkResetCodeCall, {
    authorize: () => null,
    handle: ({ account, code }, { ip }) => checkResetCode(context, { account, code, ip }),
  })
  // These messages hold reset codes: outside the demo the call must not exist.
  if (!context.isDemo) return
  registerEndpoint(app, demoOutbox, { authorize: () => null, handle: () => listSentMessages(context.pool) })
}
