/** For the other rooms: paths: making them, finding them, their names and states. */

export type { AccountCalls } from './account-routes.ts'
export { switchFlyOrder } from './paths/change-status.ts'
export { joinGroup, moveToGroup } from './paths/chat-groups.ts'
export {
  createAgent,
  createFlyOrder,
  createHead,
  createMember,
  createMembers,
  createMerchant,
  createSecondPath,
  type Made,
  today,
} from './paths/create-path.ts'
export { renamePath } from './paths/rename-path.ts'
export { bettorsOf, isFewBelow } from './paths/store-bettor-search.ts'
export { namesBelow, namesOf, type PlacedPath, pathsNamed, placedPath } from './paths/store-path-names.ts'
export {
  type ChildRow,
  type FundMode,
  findAccountBelow,
  findNode,
  findParent,
  isOpenPath,
  memberByName,
  type NamedMember,
  type Node,
  readChildren,
} from './paths/store-paths.ts'
export { upgradePath } from './paths/upgrade-path.ts'
export { HEAD_PATH } from './snapshot/merchant-snapshot.ts'
