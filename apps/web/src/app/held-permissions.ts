import * as accessCalls from '@strata/contract/calls/access'
import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { CODES } from '@strata/contract/errors'
import type { LiveEventData } from '@strata/contract/live'
import { PERMISSION } from '@strata/contract/permissions'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { api, endSession, expectEnd, sayAlert } from '../api/api.ts'
import { sessionPaths } from '../api/begin-session.ts'
import { ApiRefusal } from '../api/client.ts'
import { sessionOver, sessionWithoutPath } from '../api/held-paths.ts'
import { onLive, onLiving, reopenLine } from '../api/live.ts'
import { useSession } from '../api/session.ts'
import { appText } from '../text/zh-CN/app/app.ts'
import { showToast } from '../ui/pop-up/toast.ts'
import { buildMenu, useMenu } from './menu.ts'

/** A page that goes on asking for what it may not have asks no oftener than this what it still may. */
const ASK_GAP_MS = 10_000

const doubts = new Set<() => void>()

const DOUBTFUL: ReadonlySet<number> = new Set([CODES.noPermission, CODES.frozen, CODES.disabled])

/** A refusal of what the menu offered: status or permissions may have changed since the sign-in. */
export const onForbidden = (error: unknown): void => {
  if (error instanceof ApiRefusal && DOUBTFUL.has(error.code)) for (const doubt of doubts) doubt()
}

type Change = ReturnType<typeof sessionOver>

/** Takes what the account holds now; whether it differed from what the session kept. */
const take = (after: Change): boolean => {
  if (after === null) return false
  const before = useSession.getState().currentPathId
  useSession.setState(after)
  // Nothing of a path that is gone may stay on the screen.
  if (after.currentPathId !== before) window.location.assign('/')
  return true
}

const askAgain = async (): Promise<boolean> => {
  try {
    const paths = sessionPaths(await api.call(accessCalls.ownPaths, {}, { automatic: true }))
    return take(sessionOver(useSession.getState(), paths))
  } catch (error) {
    const disabled = error instanceof ApiRefusal && error.code === CODES.disabled
    return disabled && take(sessionWithoutPath(useSession.getState()))
  }
}

/** A path that may not fly out any more still has what did: asked once, and again when the right is taken. */
const askFlyOuts = async (): Promise<boolean> => {
  const { account, permissionIds } = useSession.getState()
  if (account?.accountType !== 2 || account.isAllowPilotOut || !permissionIds.includes(PERMISSION.boards)) return false
  try {
    return (
      (await api.call(flyOutsCalls.pilotOutOrderQuery, { pageIndex: 1, pageSize: 10 }, { automatic: true })).total > 0
    )
  } catch {
    return useMenu.getState().hasFlyOuts
  }
}

type Ask = () => Promise<void>

const stopped = (ask: Ask): void => {
  expectEnd(appText.ended.disabled)
  // One path of several was stopped, or all of them: the server knows.
  if (useSession.getState().paths.length > 1) void ask()
  else endSession()
}

/** What follows when the server has ended the line: the session is over, or it goes on with less. */
const LINE_ENDS: Readonly<Record<LiveEventData<'session-ended'>['reason'], (ask: Ask) => void>> = {
  signedOut: endSession,
  expired: endSession,
  revoked: endSession,
  disabled: stopped,
  frozen: (ask) => {
    void sayAlert(appText.ended.frozen)
    void ask().then(reopenLine)
  },
  permission: (ask) => void ask().then(reopenLine),
}

/**
 * Keeps menu and routes to what the account holds: asked when the app starts with a stored session, when the server says that
 * it has changed, and whenever it refuses a page of the menu.
 */
export const useHeldPermissions = (): void => {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    let askedAt = Number.NEGATIVE_INFINITY
    let turn = Promise.resolve()
    const askOnce = async (): Promise<void> => {
      askedAt = performance.now()
      const changed = await askAgain()
      const hasFlyOuts = await askFlyOuts()
      if (!changed && hasFlyOuts === useMenu.getState().hasFlyOuts) return
      useMenu.setState({ hasFlyOuts })
      buildMenu()
      if (!changed) return
      showToast('warning', appText.permissionsChanged)
      void revalidate()
    }
    // One after the other: an older answer never replaces a newer one.
    const ask: Ask = () => {
      turn = turn.then(askOnce)
      return turn
    }
    const doubt = (): void => {
      if (performance.now() - askedAt >= ASK_GAP_MS) void ask()
    }
    const offs = [
      onLive('permissions', () => void ask()),
      // What was said while there was no line is lost, also between the first question and the first line.
      onLiving(() => void ask()),
      onLive('session-ended', ({ reason }) => LINE_ENDS[reason](ask)),
    ]
    doubts.add(doubt)
    doubt()
    return () => {
      for (const off of offs) off()
      doubts.delete(doubt)
    }
  }, [revalidate])
}
