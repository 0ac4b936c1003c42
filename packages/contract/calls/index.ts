/** Types of every call of the wire, for programs that name calls by id. */

import type * as access from './access.ts'
import type * as admin from './admin.ts'
import type * as adminHome from './admin-home.ts'
import type * as adminMerchants from './admin-merchants.ts'
import type * as adminOdds from './admin-odds.ts'
import type * as book from './book.ts'
import type * as captcha from './captcha.ts'
import type * as codeChannels from './code-channels.ts'
import type * as downlines from './downlines.ts'
import type * as firstStart from './first-start.ts'
import type * as flyOuts from './fly-outs.ts'
import type * as games from './games.ts'
import type * as groups from './groups.ts'
import type * as intake from './intake.ts'
import type * as ledger from './ledger.ts'
import type * as look from './look.ts'
import type * as merchantKeys from './merchant-keys.ts'
import type * as notices from './notices.ts'
import type * as oddsDrops from './odds-drops.ts'
import type * as operations from './operations.ts'
import type * as operators from './operators.ts'
import type * as outsideBooks from './outside-books.ts'
import type * as passwords from './passwords.ts'
import type * as periods from './periods.ts'
import type * as plays from './plays.ts'
import type * as previews from './previews.ts'
import type * as proposals from './proposals.ts'
import type * as replenishment from './replenishment.ts'
import type * as reports from './reports.ts'
import type * as resultSources from './result-sources.ts'
import type * as settlement from './settlement.ts'
import type * as settlingUp from './settling-up.ts'
import type * as signIn from './sign-in.ts'
import type * as subAccounts from './sub-accounts.ts'
import type * as tree from './tree.ts'

type CallsIn<Room> = Room[keyof Room]

type AnyCall =
  | CallsIn<typeof access>
  | CallsIn<typeof adminHome>
  | CallsIn<typeof adminMerchants>
  | CallsIn<typeof adminOdds>
  | CallsIn<typeof admin>
  | CallsIn<typeof book>
  | CallsIn<typeof downlines>
  | CallsIn<typeof firstStart>
  | CallsIn<typeof look>
  | CallsIn<typeof flyOuts>
  | CallsIn<typeof games>
  | CallsIn<typeof groups>
  | CallsIn<typeof intake>
  | CallsIn<typeof ledger>
  | CallsIn<typeof merchantKeys>
  | CallsIn<typeof notices>
  | CallsIn<typeof oddsDrops>
  | CallsIn<typeof operations>
  | CallsIn<typeof operators>
  | CallsIn<typeof codeChannels>
  | CallsIn<typeof outsideBooks>
  | CallsIn<typeof captcha>
  | CallsIn<typeof passwords>
  | CallsIn<typeof periods>
  | CallsIn<typeof plays>
  | CallsIn<typeof previews>
  | CallsIn<typeof proposals>
  | CallsIn<typeof replenishment>
  | CallsIn<typeof reports>
  | CallsIn<typeof resultSources>
  | CallsIn<typeof settlement>
  | CallsIn<typeof settlingUp>
  | CallsIn<typeof signIn>
  | CallsIn<typeof subAccounts>
  | CallsIn<typeof tree>

export type CallId = AnyCall['id']
export type WriteCallId = Extract<AnyCall, { readonly write: true }>['id']
export type ReadCallId = Exclude<CallId, WriteCallId>
