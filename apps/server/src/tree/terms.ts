/** For the other rooms: terms: planning, writing and recording a change, and the rows they are stored in. */

export { loadLinkTerms, loadShareTerms } from './snapshot/store-snapshot.ts'
export { applyTerms, changeTerms } from './terms/apply-terms-change.ts'
export { headTermsOf, queryPankou, setCommissionCall } from './terms/head-commission.ts'
export { linkRolesOf } from './terms/link-roles.ts'
export { parentTermsFrom, planTerms } from './terms/plan-terms-change.ts'
export { type Operator, recordBesideTerms, recordChange, recordChanges } from './terms/record-terms-change.ts'
export { setFills } from './terms/set-max-fills.ts'
export { setReplenishPankou } from './terms/set-replenish-pankou.ts'
export { occasionOf } from './terms/set-terms-call.ts'
export { saveLinkTerms, saveShareTerms } from './terms/store-terms.ts'
export { type GamePatch, gamesAt, patchesOf } from './terms/terms-from-wire.ts'
export {
  type AcceptType,
  LATER,
  type LinkRow,
  linkOf,
  linkTermsOn,
  type Pankou,
  type ShareRow,
} from './terms/terms-rows.ts'
