/**
 * Numbers that name things. All are plain numbers at run time; the types keep a merchant's number from being passed where
 * a path's is due. They are made where rows and requests are read: by the type of the row or by the schema of the field.
 */

declare const named: unique symbol

type Id<Name extends string> = number & { readonly [named]: Name }

/** A node of the tree, the head's and a fly-order account's too. */
export type PathId = Id<'path'>
/** A tenant; 0 for the head and for what is the platform's. */
export type MerchantId = Id<'merchant'>
/** A game; 0 where terms or settings are those of games that are not listed. */
export type GameId = Id<'game'>
/** A play group 玩法大类 of a game; 0 where terms are those of groups that are not listed. */
export type GroupId = Id<'group'>
/** A chat group 群组 of a merchant, whose members bet by messages. */
export type ChatGroupId = Id<'chat group'>
/** Somebody who signs in: an account, a sub-account or an operator. */
export type AccountId = Id<'account'>
/** One draw of a game. */
export type PeriodId = Id<'period'>

// A type and its maker have one name, so that no local `pathId` hides it. For a constant, an argument of a command, a
// literal of a test.
export const PathId = (value: number): PathId => value as PathId
export const MerchantId = (value: number): MerchantId => value as MerchantId
export const GameId = (value: number): GameId => value as GameId
export const GroupId = (value: number): GroupId => value as GroupId
export const AccountId = (value: number): AccountId => value as AccountId
export const PeriodId = (value: number): PeriodId => value as PeriodId
export const ChatGroupId = (value: number): ChatGroupId => value as ChatGroupId
