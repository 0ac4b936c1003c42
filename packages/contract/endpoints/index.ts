/** The registry of all endpoints. To use a single one, import it from its room's file. */

import type { Endpoint } from '../endpoint.ts'
import * as access from './access.ts'
import * as admin from './admin.ts'
import * as adminHome from './admin-home.ts'
import * as adminMerchants from './admin-merchants.ts'
import * as adminOdds from './admin-odds.ts'
import * as book from './book.ts'
import * as codeChannels from './code-channels.ts'
import * as downlines from './downlines.ts'
import * as firstStart from './first-start.ts'
import * as flyOuts from './fly-outs.ts'
import * as games from './games.ts'
import * as groups from './groups.ts'
import * as intake from './intake.ts'
import * as ledger from './ledger.ts'
import * as look from './look.ts'
import * as merchantKeys from './merchant-keys.ts'
import * as notices from './notices.ts'
import * as oddsDrops from './odds-drops.ts'
import * as operations from './operations.ts'
import * as operators from './operators.ts'
import * as outsideBooks from './outside-books.ts'
import * as periods from './periods.ts'
import * as plays from './plays.ts'
import * as previews from './previews.ts'
import * as proposals from './proposals.ts'
import * as replenishment from './replenishment.ts'
import * as reports from './reports.ts'
import * as resultSources from './result-sources.ts'
import * as settlement from './settlement.ts'
import * as settlingUp from './settling-up.ts'
import * as subAccounts from './sub-accounts.ts'
import * as tree from './tree.ts'

const ROOMS = [
  access,
  downlines,
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
  periods,
  plays,
  previews,
  proposals,
  resultSources,
  reports,
  settlingUp,
  notices,
  adminHome,
  adminMerchants,
  merchantKeys,
  admin,
  adminOdds,
  firstStart,
  look,
  operators,
  operations,
  codeChannels,
  outsideBooks,
]

type Values<Room> = Room[keyof Room]
type AnyEndpoint = Extract<
  | Values<typeof access>
  | Values<typeof admin>
  | Values<typeof adminHome>
  | Values<typeof adminMerchants>
  | Values<typeof adminOdds>
  | Values<typeof book>
  | Values<typeof firstStart>
  | Values<typeof codeChannels>
  | Values<typeof outsideBooks>
  | Values<typeof operations>
  | Values<typeof look>
  | Values<typeof operators>
  | Values<typeof downlines>
  | Values<typeof flyOuts>
  | Values<typeof games>
  | Values<typeof groups>
  | Values<typeof intake>
  | Values<typeof ledger>
  | Values<typeof merchantKeys>
  | Values<typeof notices>
  | Values<typeof oddsDrops>
  | Values<typeof periods>
  | Values<typeof plays>
  | Values<typeof previews>
  | Values<typeof proposals>
  | Values<typeof replenishment>
  | Values<typeof reports>
  | Values<typeof resultSources>
  | Values<typeof settlement>
  | Values<typeof settlingUp>
  | Values<typeof subAccounts>
  | Values<typeof tree>,
  { readonly permission: unknown; readonly response: unknown }
>

/** Endpoints by the id of their call. */
export type EndpointById = { readonly [E in AnyEndpoint as E['id']]: E }

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'permission' in value && 'path' in value && 'response' in value

/** Every endpoint, by room and then in source order. */
export const ENDPOINTS: readonly Endpoint[] = ROOMS.flatMap((room) => Object.values(room as object).filter(isEndpoint))
