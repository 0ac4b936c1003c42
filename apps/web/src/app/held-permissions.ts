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
import { onLive, onLiving, onToldEnd, reopenLine, tellEnd } from '../api/live.ts'
import { useSession } from '../api/session.ts'
import { appText } from '../text/zh-CN/app/app.ts'
import { showToast } from '../ui/pop-up/toast.ts'
import { buildMenu, useMenu } from './menu.ts'

/** Minimum time between two reads, for a page that is refused repeatedly. */
const ASK_GAP_MS = 10_000

const doubts = new Set<() => void>()

const DOUBTFUL: ReadonlySet<number> = new Set([CODES.noPermission, CODES.frozen, CODES.disabled])

/** A page of the menu was refused: status or permissions may have changed since the sign-in. */
export const onForbidden = (error: unknown): void => {
  if (error instanceof ApiRefusal && DOUBTFUL.has(error.code)) for (const doubt of doubts) doubt()
}

type Change = ReturnType<typeof sessionOver>

/** Stores the current permissions; returns whether they differ from the stored ones. */
const take = (after: Change): boolean => {
  if (after === null) return false
  const before = useSession.getState().currentPathId
  useSession.setState(after)
  // Content of a path that is gone must not stay on the screen.
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

/**
 * A path that may no longer fly out can still have fly-out orders: read once, and again when the permission is
 * removed.
 */
const askFlyOuts = async (): Promise<boolean> => {
  const { account, permissionIds } = useSession.getState()
  if (account?.accountType !== 2 || account.isAllowPilotOut || !permissionIds.includes(PERMISSION.boards)) return false
  try {
    return (
      (await api.call(flyOutsCalls.flyOutOrderQuery, { pageIndex: 1, pageSize: 10 }, { automatic: true })).total > 0
    )
  } catch {
    return useMenu.getState().hasFlyOuts
  }
}

type Ask = () => Promise<void>

const stopped = (ask: Ask): void => {
  expectEnd(appText.ended.disabled)
  // Either one path of several was disabled, or all of them: the server knows.
  if (useSession.getState().paths.length > 1) void ask()
  else endSession()
}

/** What happens when the server has ended the stream: the session is over, or it continues with fewer permissions. */
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
 * Keeps menu and routes in line with the permissions: reads them when the app starts with a stored session, when
 * the server reports a change, and whenever a page of the menu is refused.
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
    // One read after the other, so that an older answer never replaces a newer one.
    const ask: Ask = () => {
      turn = turn.then(askOnce)
      return turn
    }
    const doubt = (): void => {
      if (performance.now() - askedAt >= ASK_GAP_MS) void ask()
    }
    const offs = [
      onLive('permissions', () => void ask()),
      // Changes during a time without a stream are lost, also between the first read and the first stream.
      onLiving(() => void ask()),
      onLive('session-ended', ({ reason }) => {
        LINE_ENDS[reason](ask)
        tellEnd()
      }),
      // A hidden tab without a stream asks: the answer says whether its session is over.
      onToldEnd(() => void ask()),
    ]
    doubts.add(doubt)
    doubt()
    return () => {
      for (const off of offs) off()
      doubts.delete(doubt)
    }
  }, [revalidate])
}
