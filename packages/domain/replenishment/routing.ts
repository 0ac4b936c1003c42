/** Who takes an amount that a path sends up: pure routing along the chain by accept types and limits. */

import type { HolderRole } from '../book/shares.ts'
import type { PathId } from '../ids.ts'
import { type Money, min, ZERO } from '../money/money.ts'

/** How a parent treats a child's replenishment: 0 forbid, 1 take, 2 pass on, 3 take then pass on, 4 let it fly out. */
export type AcceptType = 0 | 1 | 2 | 3 | 4

/** The link from a child to its parent, with the remaining limits. Null: no limit. */
export interface RouteLink {
  readonly acceptType: AcceptType
  readonly parent: {
    readonly role: HolderRole
    readonly pathId: PathId
    readonly acceptLeft: Money | null
    readonly sendLeft: Money | null
  }
}

export interface Take {
  readonly role: HolderRole
  readonly pathId: PathId
  readonly amount: Money
}

/** Why an amount stayed with the sender. `top`: the head would have to pass it on, but has no parent. */
export type RouteRefusal = 'maxFill' | 'forbidden' | 'flyoutOnly' | 'acceptLimit' | 'sendLimit' | 'top'

export interface Route {
  /** Bottom-up; all amounts are above zero. */
  readonly takes: readonly Take[]
  /** What stays with the sender. Takes plus refused always equal the amount asked. */
  readonly refused: Money
  /** The reason at the lowest link that cut the amount. Null when nothing was refused. */
  readonly reason: RouteRefusal | null
}

const upTo = (amount: Money, left: Money | null): Money =>
  left === null ? amount : min(amount, left > 0n ? left : ZERO)

/**
 * Routes `amount` (>= 0) upward. `links` are bottom-up, from the sender's own link to the head's. `fillLeft` is what
 * remains of the sender's maxFill. All limits are given as what remains of them; routing itself does not change them.
 */
export const routeUp = (asked: {
  readonly amount: Money
  readonly fillLeft: Money | null
  readonly links: readonly RouteLink[]
}): Route => {
  const takes: Take[] = []
  let reason: RouteRefusal | null = null
  let moving = upTo(asked.amount, asked.fillLeft)
  if (moving < asked.amount) reason = 'maxFill'
  let taken = 0n
  for (let index = 0; moving > 0n; index++) {
    const link = asked.links[index]
    if (!link) {
      reason ??= 'top'
      break
    }
    const { acceptType, parent } = link
    if (acceptType === 0 || acceptType === 4) {
      reason ??= acceptType === 0 ? 'forbidden' : 'flyoutOnly'
      break
    }
    if (acceptType !== 2) {
      const amount = upTo(moving, parent.acceptLeft)
      if (amount > 0n) takes.push({ role: parent.role, pathId: parent.pathId, amount })
      taken += amount
      moving = (moving - amount) as Money
    }
    if (moving === 0n) break
    if (acceptType === 1) {
      reason ??= 'acceptLimit'
      break
    }
    const passed = upTo(moving, parent.sendLeft)
    if (passed < moving) reason ??= 'sendLimit'
    moving = passed
  }
  const refused = (asked.amount - taken) as Money
  return { takes, refused, reason: refused === 0n ? null : reason }
}
