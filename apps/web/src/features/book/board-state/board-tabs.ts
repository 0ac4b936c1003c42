import type { GameType, PlayGroup } from '../../../api/shared-queries.ts'
import { signOf } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import type { RowsFigures } from './board-model.ts'

/** A list of items with one heading: one or more plays, in this order. */
export type BoardSection = { readonly title: string; readonly plays: readonly string[] }

/** One page of a game's board. */
export type BoardTab = {
  /** Its code in the address. */
  readonly code: string
  readonly name: string
  /** Play groups whose stake and worst result the tab shows. */
  readonly groups: readonly PlayGroup[]
  /**
   * `special`: the 49 numbers with every play that the special number decides; `multi`: combinations with an
   * exposure.
   */
  readonly call: 'special' | 'common' | 'multi'
  readonly sections: readonly BoardSection[]
  /** Shows one section at a time, chosen above the board. */
  readonly oneByOne: boolean
}

type Page = { readonly code: string; readonly name: string; readonly sections: readonly BoardSection[] }

const BALLS = boardText.balls.map((title, index) => ({ title, plays: [`B${index + 1}`, `B${index + 1}_LM`] }))
/** Only the first five ranks have dragon and tiger. */
const RANKS = boardText.ranks.map((title, index) => {
  const rank = index + 1
  return { title, plays: [`R${rank}`, `R${rank}_LM`, ...(rank <= 5 ? [`LH${rank}`] : [])] }
})

/** The pairs of balls of 5M's further dragon-and-tiger plays. */
const DRAGON_PAIRS = ['12', '13', '14', '15', '23', '24', '25', '34', '35', '45']

/** Pages with plays of several groups; the other plays of these groups stay on pages of their own. */
const GATHERED: Readonly<Record<string, readonly Page[]>> = {
  '5M': [
    {
      code: 'ALL',
      name: boardText.pages.all,
      sections: [
        ...BALLS,
        { title: boardText.sections.sum, plays: ['ZH'] },
        { title: boardText.sections.dragon, plays: ['LH'] },
        { title: boardText.sections.first3, plays: ['Q3'] },
        { title: boardText.sections.middle3, plays: ['Z3'] },
        { title: boardText.sections.last3, plays: ['H3'] },
      ],
    },
    {
      code: 'ZHI',
      name: boardText.pages.primes,
      sections: boardText.balls.map((title, index) => ({ title, plays: [`B${index + 1}_ZH`] })),
    },
    {
      code: 'LHX',
      name: boardText.pages.dragons,
      sections: DRAGON_PAIRS.map((pair) => ({
        title: [...pair].map((ball) => boardText.places[Number(ball) - 1]).join('/'),
        plays: [`LH${pair}`],
      })),
    },
  ],
  PK: [
    {
      code: 'R12',
      name: boardText.pages.firstTwo,
      sections: [...RANKS.slice(0, 2), { title: boardText.sections.firstTwoSum, plays: ['GYH', 'GYH_LM'] }],
    },
    { code: 'R36', name: boardText.pages.ranks36, sections: RANKS.slice(2, 6) },
    { code: 'R710', name: boardText.pages.ranks710, sections: RANKS.slice(6, 10) },
    {
      code: 'GYZ',
      name: boardText.pages.firstTwoPairs,
      sections: [
        { title: boardText.sections.pairs, plays: ['GYZ'] },
        { title: boardText.sections.sumGroups, plays: ['GYH_ZU'] },
        { title: boardText.sections.sumZones, plays: ['GYH_QD'] },
      ],
    },
  ],
  PC: [
    { code: 'HZ', name: boardText.pages.pcSum, sections: [{ title: boardText.pages.pcSum, plays: ['HZ'] }] },
    {
      code: 'MIX',
      name: boardText.pages.pcMixed,
      sections: [
        { title: boardText.sections.twoSides, plays: ['LM'] },
        { title: boardText.sections.groups, plays: ['ZU', 'JZ'] },
        { title: boardText.sections.colours, plays: ['SB'] },
        { title: boardText.sections.shapes, plays: ['TS'] },
      ],
    },
  ],
}

/** Groups of combinations: too many to list, so only those with an exposure are shown. */
const COMBINATIONS: ReadonlySet<string> = new Set(['GG', 'LM', 'BZ', 'DXZ1', 'TPZ', 'LX', 'LW', 'HX'])
const COMBINATIONS_5M: ReadonlySet<string> = new Set(['DW', 'ZUX'])

const isCombination = (gameType: string, code: string): boolean => {
  if (gameType === '6HC') return COMBINATIONS.has(code)
  if (gameType === '5M') return COMBINATIONS_5M.has(code)
  return gameType === 'PC' && code === 'B3'
}

const groupTab = (gameType: string, group: PlayGroup): BoardTab => {
  const combination = isCombination(gameType, group.code)
  const special = gameType === '6HC' && group.code === 'TM'
  const plays = group.plays.map((play) => ({ title: play.name, plays: [play.code] }))
  return {
    code: group.code,
    name: group.name,
    groups: [group],
    call: special ? 'special' : combination ? 'multi' : 'common',
    sections: special
      ? [{ title: boardText.pages.special, plays: group.plays.map((play) => play.code) }, ...plays]
      : plays.length === 1
        ? [{ title: group.name, plays: group.plays.map((play) => play.code) }]
        : plays,
    oneByOne: special || (gameType === '6HC' && group.code === 'ZMT'),
  }
}

/** The pages of a game's board: first those of several groups, then every group with remaining plays. */
export const tabsOf = (game: GameType): readonly BoardTab[] => {
  const pages = GATHERED[game.gameType] ?? []
  const gathered = new Set(pages.flatMap((page) => page.sections.flatMap((section) => section.plays)))
  const holds = (group: PlayGroup, page: Page): boolean =>
    group.plays.some((play) => page.sections.some((section) => section.plays.includes(play.code)))
  const first = pages.map(
    (page): BoardTab => ({
      ...page,
      groups: game.groups.filter((group) => holds(group, page)),
      call: 'common',
      oneByOne: false,
    }),
  )
  const rest = game.groups
    .filter((group) => group.plays.some((play) => !gathered.has(play.code)))
    .map((group) =>
      groupTab(game.gameType, { ...group, plays: group.plays.filter((play) => !gathered.has(play.code)) }),
    )
  return [...first, ...rest]
}

/**
 * The section's name in the address: its plays, because a summed section begins with the same play as its first
 * part.
 */
export const sectionKey = (section: BoardSection): string => section.plays.join('.')

/** The shown section on a page with one at a time; null: the page shows all. */
export const sectionOf = (tab: BoardTab, wanted: string | null): BoardSection | null =>
  tab.oneByOne ? (tab.sections.find((one) => sectionKey(one) === wanted) ?? tab.sections[0] ?? null) : null

/** Which call to use: a single play of the special number is read like any other list. */
export const callOf = (tab: BoardTab, section: BoardSection | null): BoardTab['call'] =>
  tab.call === 'special' && section?.plays.length === 1 ? 'common' : tab.call

/** The only shown combination play; null: all of the page. */
export const comboPlayOf = (tab: BoardTab, wanted: string | null): string | null =>
  tab.call === 'multi' && tab.sections.some((section) => section.plays.includes(wanted ?? '')) ? wanted : null

/** The group to read; null: the whole game, of which the tab shows its plays. */
export const askedGroup = (tab: BoardTab): number | null =>
  tab.groups.length === 1 ? (tab.groups[0]?.id ?? null) : null

/** Name of the smallest section that contains a row; summed sections come first in the list. */
export const ownerOf = (tab: BoardTab | null, row: { readonly playCode: string }): string | null =>
  tab?.sections.findLast((section) => section.plays.includes(row.playCode))?.title ?? null

/** Whether a tab's figures show any money; a page without bets has no worst result. */
export const hasMoney = (figures: Pick<RowsFigures, 'stake' | 'worst'>): boolean =>
  figures.worst !== null || signOf(figures.stake) !== 0

/** The tabs with money before those without, each in the game's order; a tab without figures counts as without. */
export const withMoneyFirst = (
  tabs: readonly BoardTab[],
  figures: ReadonlyMap<string, Pick<RowsFigures, 'stake' | 'worst'> | null>,
): readonly BoardTab[] => {
  const rich = (tab: BoardTab): boolean => {
    const own = figures.get(tab.code)
    return own !== null && own !== undefined && hasMoney(own)
  }
  return [...tabs.filter(rich), ...tabs.filter((tab) => !rich(tab))]
}
