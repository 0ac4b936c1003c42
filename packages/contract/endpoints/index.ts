/** The registry: every call there is. Not a way to import a single one: those come from their room. */

import type { Endpoint } from '../endpoint.ts'
import * as access from './access.ts'
import * as admin from './admin.ts'
import * as adminMerchants from './admin-merchants.ts'
import * as book from './book.ts'
import * as flyOuts from './fly-outs.ts'
import * as games from './games.ts'
import * as groups from './groups.ts'
import * as intake from './intake.ts'
import * as ledger from './ledger.ts'
import * as notices from './notices.ts'
import * as oddsDrops from './odds-drops.ts'
import * as replenishment from './replenishment.ts'
import * as reports from './reports.ts'
import * as settlement from './settlement.ts'
import * as settlingUp from './settling-up.ts'
import * as subAccounts from './sub-accounts.ts'
import * as tree from './tree.ts'

const ROOMS = [
  access,
  subAccounts,
  tree,
  ledger,
  games,
  book,
  oddsDrops,
  replenishment,
  flyOuts,
  intake,
  groups,
  settlement,
  reports,
  settlingUp,
  notices,
  adminMerchants,
  admin,
]

type Values<Room> = Room[keyof Room]
type AnyEndpoint = Extract<
  | Values<typeof access>
  | Values<typeof admin>
  | Values<typeof adminMerchants>
  | Values<typeof book>
  | Values<typeof flyOuts>
  | Values<typeof games>
  | Values<typeof groups>
  | Values<typeof intake>
  | Values<typeof ledger>
  | Values<typeof notices>
  | Values<typeof oddsDrops>
  | Values<typeof replenishment>
  | Values<typeof reports>
  | Values<typeof settlement>
  | Values<typeof settlingUp>
  | Values<typeof subAccounts>
  | Values<typeof tree>,
  { readonly permission: unknown; readonly response: unknown }
>

/** What the call of an id takes and answers. */
export type EndpointById = { readonly [E in AnyEndpoint as E['id']]: E }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value && 'response' in value

/** Every call, by room and then as written. */
export const ENDPOINTS: readonly Endpoint[] = ROOMS.flatMap((room) => Object.values(room as object).filter(isEndpoint))
