/** For the other rooms: writing the audit log, naming the operator of a record, and the lists that exports read. */

export { operatorActs } from './audit-log/account-acts.ts'
export { allChangesFilter, allLoginsFilter, anyChangeOnWire, anyLoginOnWire } from './audit-log/all-logs.ts'
export {
  changeFilter,
  changeOnWire,
  logAction,
  logActions,
  loginFilter,
  loginOnWire,
  logOfTool,
  type Occasion,
  type Operator,
} from './audit-log/change-log.ts'
export { ABOVE, operatorFor } from './audit-log/operator-name.ts'
export {
  allChangesStatement,
  allLoginsStatement,
  countAllChanges,
  countAllLogins,
  type FoundAnyChange,
  type FoundAnyLogin,
} from './audit-log/store-all-logs.ts'
export {
  changesStatement,
  countChanges,
  countLogins,
  type FoundChange,
  type FoundLogin,
  type LoggedChange,
  loginsStatement,
  merchantIds,
} from './audit-log/store-log.ts'
