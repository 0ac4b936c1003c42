import { toolsText } from '../../text/zh-CN/app/tools.ts'

export type KeyGroup = { readonly title: string; readonly keys: readonly (readonly [keys: string, does: string])[] }

const { groups } = toolsText.keys

/** Keys of one kind of page, by the beginning of its path. */
const PAGES: readonly (readonly [start: string, group: KeyGroup])[] = [
  ['/agent/bet/instant', groups.board],
  ['/agent/accounts/max-fill', groups.matrix],
  ['/admin/merchant/max-fill', groups.matrix],
  ['/admin/game/amount', groups.matrix],
  ['/agent/accounts', groups.table],
  ['/reports', groups.table],
  ['/result', groups.table],
]

/** What the keys do everywhere, then on the page of a path. */
export const keyGroups = (pathname: string): readonly KeyGroup[] => {
  const page = PAGES.find(([start]) => pathname.startsWith(start))?.[1]
  return page ? [page, groups.everywhere] : [groups.everywhere]
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const TYPED_IN: ReadonlySet<string> = new Set(['INPUT', 'TEXTAREA', 'SELECT'])

/** Whether a key opens the sheet; in a field it is typed instead. */
export const isSheetKey = (
  { key, ctrlKey, metaKey, altKey }: Pressed,
  target: { readonly tagName: string; readonly isContentEditable: boolean },
): boolean =>
  key === '?' && !ctrlKey && !metaKey && !altKey && !TYPED_IN.has(target.tagName) && !target.isContentEditable
