import type { MenuEntry } from '@strata/contract/menu'
import { pinyinInitials } from '../../lib/pinyin.ts'

export type PalettePage = { readonly name: string; readonly path: string; readonly under: string }

/** Every page of the menu with its heading. */
export const palettePages = (entries: readonly MenuEntry[], under = ''): readonly PalettePage[] =>
  entries.flatMap((entry) => {
    if (entry.children) return palettePages(entry.children, entry.name)
    return entry.path === undefined ? [] : [{ name: entry.name, path: entry.path, under }]
  })

/** Pages whose name, initials or address contain the text; those whose name begins with it come first. */
export const matching = (pages: readonly PalettePage[], typed: string): readonly PalettePage[] => {
  const text = typed.trim().toLowerCase()
  if (text === '') return pages
  const found = pages.filter(
    ({ name, path, under }) =>
      `${under}${name}`.toLowerCase().includes(text) || pinyinInitials(name).includes(text) || path.includes(text),
  )
  const begins = ({ name }: PalettePage): boolean => name.startsWith(text) || pinyinInitials(name).startsWith(text)
  return [...found.filter(begins), ...found.filter((page) => !begins(page))]
}
