import { expect, it } from 'vitest'
import { ADMIN_MENU, AGENT_MENU, type MenuEntry, ROUTES } from './menu.ts'

/** Entries that open a page with tabs, which has the name of its first tab, or only one tab of a page. */
const OF_TABS = ['报表查询', '放飞注单']

const under = (heading: string, entries: readonly MenuEntry[]): { heading: string; entry: MenuEntry }[] =>
  entries.flatMap((entry) => (entry.children ? under(entry.name, entry.children) : [{ heading, entry }]))

it.each([
  ['agents', AGENT_MENU],
  ['operators', ADMIN_MENU],
])('a page has the name of its menu entry, and not that of the heading above (%s)', (_side, menu) => {
  for (const { heading, entry } of under('', menu)) {
    if (OF_TABS.includes(entry.name)) continue
    expect(ROUTES.find(({ path }) => path === entry.path)?.title, entry.path).toBe(entry.name)
    expect(entry.name, entry.path).not.toBe(heading)
  }
})
