import { playOf } from '@strata/domain/games/catalogue'
import { itemName, listedItems, parseItem } from '@strata/domain/games/item'
import { groupDigits, readTyped } from '../../../lib/typed-amount.ts'
import type { ItemLimit } from './settings-model.ts'

/** One item's own limit as typed; '' without `keep`: the group's limit applies. */
export type ItemField = { readonly text: string; readonly keep: boolean }
/** By "play item". */
export type ItemFields = Readonly<Record<string, ItemField>>

export const itemKey = (playCode: string, itemCode: string): string => `${playCode} ${itemCode}`

export const fieldsOfItems = (items: readonly ItemLimit[]): ItemFields =>
  Object.fromEntries(
    items.map(({ playCode, itemCode, holdLimit }) => [
      itemKey(playCode, itemCode),
      { text: groupDigits(holdLimit ?? ''), keep: holdLimit === null },
    ]),
  )

const isSet = ({ text, keep }: ItemField): boolean => keep || text.trim() !== ''

/** The limits of all filled fields, in a fixed order; null if one of them is invalid. */
export const itemsOfFields = (fields: ItemFields): readonly ItemLimit[] | null => {
  const items: ItemLimit[] = []
  for (const [key, field] of Object.entries(fields)) {
    if (!isSet(field)) continue
    const [playCode = '', itemCode = ''] = key.split(' ')
    const typed = readTyped(field.text)
    if (!field.keep && !typed.ok) return null
    items.push({ playCode, itemCode, holdLimit: field.keep || !typed.ok ? null : typed.value })
  }
  return items.toSorted((a, b) => (itemKey(a.playCode, a.itemCode) < itemKey(b.playCode, b.itemCode) ? -1 : 1))
}

/** The items of a play that the drawer lists: all on sale, or for a combination play those with a limit. */
export const itemsOfPlay = (
  gameType: string,
  playCode: string,
  fields: ItemFields,
): readonly { readonly itemCode: string; readonly name: string }[] => {
  const play = playOf(gameType, playCode)
  if (!play) return []
  const listed = listedItems(play)
  const codes =
    listed.length > 0
      ? listed
      : Object.keys(fields).flatMap((key) => (key.startsWith(`${playCode} `) ? [key.slice(playCode.length + 1)] : []))
  return codes.map((itemCode) => ({ itemCode, name: itemName(play, itemCode) }))
}

export const isListed = (gameType: string, playCode: string): boolean => {
  const play = playOf(gameType, playCode)
  return play !== undefined && listedItems(play).length > 0
}

/** The canonical code of a typed combination ("01,12 23"), or null if the play does not have it. */
export const typedItem = (gameType: string, playCode: string, text: string): string | null => {
  const parts = text
    .toUpperCase()
    .split(/[\s,，、+]+/)
    .filter((part) => part !== '')
  // Two-digit numbers may be typed with one digit.
  const padded = parts.map((part) => part.padStart(2, '0'))
  for (const codes of [parts, padded]) {
    const item = parseItem(gameType, playCode, codes.join('+'))
    if (item.ok) return item.value.code
  }
  return null
}
