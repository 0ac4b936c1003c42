import {
  adminLogin,
  agentLogin,
  captchaDraw,
  logout,
  ownPaths,
  platformStatus,
} from '@strata/contract/endpoints/access'
import { lookEnter } from '@strata/contract/endpoints/look'
import type { FastifyInstance } from 'fastify'
import { type CallInfo, registerEndpoint } from '../platform/endpoint.ts'
import { Refusal } from '../platform/refusal.ts'
import type { EventStreams } from '../platform/streams.ts'
import { maintenanceAt } from './platform-settings/maintenance.ts'
import { recentSystemSettings } from './platform-settings/system-settings.ts'
import { enterLook } from './session/look.ts'
import { ownPathsOf } from './session/own-paths.ts'
import { serveSession } from './session/serve-session.ts'
import { endSession } from './session/store-sessions.ts'
import { newCaptcha } from './sign-in/captcha.ts'
import { deviceCookie, readDeviceCookie } from './sign-in/device-cookie.ts'
import { type SignInContext, signIn, writeRefused } from './sign-in/sign-in.ts'
import type { RoleType } from './store-accounts.ts'

const deviceOf = (call: CallInfo): string => String(call.request.headers['user-agent'] ?? '')

export interface AccessRoutesContext extends SignInContext {
  /** Open streams; they end with their session. */
  readonly streams?: EventStreams
  /** Cookies are sent back over TLS only. Default false. */
  readonly secureCookies?: boolean
}

const REFUSED_EVERY_MS = 60_000

/** Attempts that had to wait are counted by this process, so it writes its own counts, the last ones as it closes. */
function writeRefusedByTheMinute(app: FastifyInstance, context: SignInContext): void {
  const write = () =>
    writeRefused(context).catch((error: unknown) =>
      app.log.error({ err: error }, 'sign-ins that waited were not logged'),
    )
  const timer = setInterval(() => void write(), REFUSED_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await write()
  })
}

/** Sign-in, sign-out and the public calls before them. */
export function accessRoutes(app: FastifyInstance, context: AccessRoutesContext): void {
  const sides: readonly (readonly [typeof agentLogin | typeof adminLogin, RoleType])[] = [
    [agentLogin, 2],
    [adminLogin, 1],
  ]
  for (const [endpoint, side] of sides) {
    registerEndpoint(app, endpoint, {
      authorize: () => null,
      handle: async (input, call) => {
        const deviceTokens = readDeviceCookie(call.request.headers.cookie)
        const { account, password, verifyCode, captchaId, captchaText } = input
        const device = deviceOf(call)
        const captcha = { captchaId, captchaText }
        const request = { side, account, password, verifyCode, captcha, ip: call.ip, device, deviceTokens }
        const signedIn = await signIn(context, request)
        if (signedIn instanceof Refusal) return signedIn
        const cookie = deviceCookie(signedIn.deviceToken, deviceTokens, { secure: context.secureCookies ?? false })
        call.reply.header('set-cookie', cookie)
        return signedIn.answer
      },
    })
  }
  writeRefusedByTheMinute(app, context)

  registerEndpoint(app, captchaDraw, {
    authorize: () => null,
    handle: async ({ account }, { ip }) => newCaptcha(context, { account, ip }),
  })

  registerEndpoint(app, lookEnter, {
    authorize: () => null,
    handle: ({ ticket }, call) => enterLook(context, { ticket, ip: call.ip, device: deviceOf(call) }),
  })

  serveSession(app, context, logout, async (_input, { caller }) => {
    await endSession(context.pool, caller.tokenHash, context.clock(), 'signedOut')
    context.streams?.endSession(caller.tokenHash, 'signedOut')
    return null
  })

  serveSession(app, context, ownPaths, (_input, { caller }) => ownPathsOf(context, caller))

  registerEndpoint(app, platformStatus, {
    authorize: () => null,
    handle: async () => {
      const serverNow = context.clock()
      const { name: platformName, watermark } = await recentSystemSettings(context.pool)
      return { ...(await maintenanceAt(context.pool, serverNow)), platformName, watermark: watermark === 1, serverNow }
    },
  })
}
