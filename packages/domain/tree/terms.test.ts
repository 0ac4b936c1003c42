import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HolderRole, Remainder } from '../book/shares.ts'
import { addDays, type Day } from '../calendar/calendar.ts'
import { GameId, GroupId, PathId } from '../ids.ts'
import { rate, share, yuan } from '../money/money.ts'
import type { Pankou } from '../pankou.ts'
import type { AcceptType } from '../replenishment/routing.ts'
import { termChanges } from './changes.ts'
import { lowerBelow, type SubtreeNode } from './lowering.ts'
import { changeDay, scheduledVersion, versionOn, versionsFrom } from './schedule.ts'
import {
  boundsOf,
  type GameTerms,
  type GroupTerms,
  HEAD_TERMS,
  type LinkTerms,
  termFaults,
  upgradedTerms,
} from './terms.ts'
import type { Role } from './tree.ts'

const SEED = 20_260_107
const day = (text: string) => text as Day
const TODAY = day('2026-03-10')

const limits: GroupTerms = {
  commission: { A: rate(0n), B: rate(1000n), C: rate(2500n) },
  minStake: yuan(10),
  maxStake: yuan(1000),
  maxItem: yuan(5000),
  maxFill: null,
}
const PARENT: GameTerms = {
  enabled: true,
  uplineShare: share(3000n),
  downlineCap: share(5000n),
  remainder: 'head',
  pankou: ['A', 'B', 'C'],
  replenishPankou: 'A',
  acceptType: 1,
  groups: new Map([[GroupId(1), limits]]),
}
const link = (terms: GameTerms, gameId = GameId(0)): LinkTerms => new Map([[gameId, terms]])
const group = (over: Partial<GroupTerms>): GameTerms => ({
  ...child,
  groups: new Map([[GroupId(1), { ...limits, ...over }]]),
})
const child: GameTerms = { ...PARENT, uplineShare: share(2000n), downlineCap: share(3000n) }
const AGENT = { parent: 2, child: 3 } as const
const MEMBER = { parent: 2, child: 10001 } as const
const member: GameTerms = { ...child, downlineCap: share(0n), pankou: ['C'], replenishPankou: null }

describe('a child within its parent', () => {
  it('may have all of it and nothing more', () => {
    expect(termFaults(link(child), link(PARENT), AGENT)).toEqual([])
    expect(termFaults(link(member), link(PARENT), MEMBER)).toEqual([])
  })
  it.each<[string, GameTerms, { parent: HolderRole; child: Role }, string[]]>([
    ['share above the cap', { ...child, uplineShare: share(5001n) }, AGENT, ['uplineShare beyondParent']],
    [
      'cap above the cap',
      { ...child, uplineShare: share(0n), downlineCap: share(5001n) },
      AGENT,
      ['downlineCap beyondParent'],
    ],
    ['together above the cap', { ...child, downlineCap: share(3001n) }, AGENT, ['downlineCap shareSum']],
    ['negative share', { ...child, uplineShare: share(-1n) }, AGENT, ['uplineShare negative']],
    ['a pankou that the parent does not have', { ...child, pankou: ['A', 'D'] }, AGENT, ['pankou beyondParent']],
    ['no letter', { ...child, pankou: [] }, AGENT, ['pankou notAllowed', 'replenishPankou notAllowed']],
    ['replenishing on a pankou that is not open', { ...child, pankou: ['B'] }, AGENT, ['replenishPankou notAllowed']],
    ['a bettor on two pankous', { ...member, pankou: ['A', 'C'] }, MEMBER, ['pankou notAllowed']],
    ['a bettor with holders below', { ...member, downlineCap: share(1n) }, MEMBER, ['downlineCap bettor']],
    ['a bettor with a remainder', { ...member, remainder: 'parent' }, MEMBER, ['remainder bettor']],
    ['a bettor that replenishes', { ...member, replenishPankou: 'C' }, MEMBER, ['replenishPankou bettor']],
    ['the head passing on', { ...child, acceptType: 2 }, { parent: 0, child: 1 }, ['acceptType notAllowed']],
    ['commission above the parent’s', group({ commission: { B: rate(1001n) } }), AGENT, ['commission B beyondParent']],
    [
      'commission on a pankou where the parent has none',
      group({ commission: { D: rate(1n) } }),
      AGENT,
      ['commission D beyondParent'],
    ],
    ['lowest stake below', group({ minStake: yuan(9) }), AGENT, ['minStake beyondParent']],
    ['lowest above highest', group({ minStake: yuan(900), maxStake: yuan(800) }), AGENT, ['minStake reversed']],
    ['highest stake above', group({ maxStake: yuan(1001) }), AGENT, ['maxStake beyondParent']],
    ['item above', group({ maxItem: yuan(5001) }), AGENT, ['maxItem beyondParent']],
    ['negative fill', group({ maxFill: yuan(-1) }), AGENT, ['maxFill negative']],
  ])('%s', (_, terms, roles, faults) => {
    expect(
      termFaults(link(terms), link(PARENT), roles).map(({ field, pankou, refusal }) =>
        [field, pankou, refusal].filter(Boolean).join(' '),
      ),
    ).toEqual(faults)
  })
  it('must have a maxFill when the parent has one', () => {
    const bounded = { ...PARENT, groups: new Map([[GroupId(1), { ...limits, maxFill: yuan(5) }]]) }
    expect(termFaults(link(child), link(bounded), AGENT)).toEqual([
      { gameId: 0, groupId: 1, field: 'maxFill', refusal: 'beyondParent', bound: yuan(5) },
    ])
  })
  it('names several faults in the written order', () => {
    const bad: GameTerms = {
      ...group({ commission: { C: rate(9999n) }, minStake: yuan(1), maxItem: yuan(9999) }),
      enabled: true,
      uplineShare: share(6000n),
      downlineCap: share(7000n),
      acceptType: 9 as AcceptType,
    }
    const off = { ...PARENT, enabled: false }
    expect(termFaults(link(bad), link(off), AGENT).map(({ field }) => field)).toEqual([
      'enabled',
      'uplineShare',
      'downlineCap',
      'acceptType',
      'commission',
      'minStake',
      'maxItem',
    ])
  })
  it('a game that only the parent lists is compared with the child’s default', () => {
    const parent: LinkTerms = new Map([
      [GameId(0), PARENT],
      [GameId(3), { ...PARENT, downlineCap: share(4000n) }],
    ])
    expect(termFaults(link(child), parent, AGENT)).toEqual([
      { gameId: 3, field: 'downlineCap', refusal: 'shareSum', bound: 2000n },
    ])
  })
})

describe('defaults and bounds', () => {
  it('of a merchant are within the head’s ceilings', () => {
    const head = HEAD_TERMS
    expect(head).toMatchObject({ downlineCap: 10_000n, pankou: ['A', 'B', 'C', 'D'] })
    expect(head.groups.get(GroupId(0))).toEqual({
      commission: { A: 0n, B: 1500n, C: 3000n, D: 4500n },
      minStake: yuan(1),
      maxStake: yuan(200_000),
      maxItem: yuan(1_000_000),
      maxFill: null,
    })
    expect(termFaults(link({ ...head, replenishPankou: 'A' }), link(head), { parent: 0, child: 1 })).toEqual([])
  })
  it('of an upgraded member are its own, but the parent sets what it may send up', () => {
    const parent = {
      ...PARENT,
      acceptType: 3,
      groups: new Map([[GroupId(0), { ...limits, maxFill: yuan(70) }]]),
    } as const
    const agent = upgradedTerms({ ...member, acceptType: 1 }, parent, AGENT)
    const own = member.groups.get(GroupId(1))
    expect(agent).toEqual({
      ...member,
      replenishPankou: 'C',
      acceptType: 3,
      groups: new Map([[1, { ...own, maxFill: yuan(70) }]]),
    })
    expect(termFaults(link({ ...agent, downlineCap: share(1000n) }), link(parent), AGENT)).toEqual([])
    // An accept type that this parent may not set becomes 禁止.
    expect(upgradedTerms(member, parent, { parent: 0, child: 3 }).acceptType).toBe(0)
    expect(upgradedTerms(member, undefined, AGENT)).toMatchObject({ acceptType: 0, replenishPankou: 'C' })
  })
  it('a value outside a bound is a fault, and one inside is not', () => {
    const bounds = boundsOf(child, PARENT, AGENT)
    expect(bounds.uplineShare).toEqual({ min: 0n, max: 2000n, why: 'otherShare' })
    expect(bounds.downlineCap).toEqual({ min: 0n, max: 3000n, why: 'otherShare' })
    expect(bounds.groups.get(GroupId(1))?.commission.C).toEqual({ min: 0n, max: 2500n, why: 'parent' })
    expect(bounds.groups.get(GroupId(1))?.maxFill.max).toBeNull()
    expect(boundsOf(member, PARENT, MEMBER).downlineCap).toEqual({ min: 0n, max: 0n, why: 'bettor' })
  })
})

describe('share versions', () => {
  const version = (fromDay: string, uplineShare: bigint) => ({ fromDay: day(fromDay), uplineShare })
  const versions = [version('2026-01-01', 1n), version('2026-03-01', 2n), version('2026-03-15', 3n)]
  it.each([
    ['2025-12-31', 1n, [1n, 2n, 3n]],
    ['2026-01-01', 1n, [1n, 2n, 3n]],
    ['2026-03-14', 2n, [2n, 3n]],
    ['2026-03-15', 3n, [3n]],
    ['2027-01-01', 3n, [3n]],
  ])('%s takes %s', (on, uplineShare, fromThere) => {
    expect(versionOn(versions, day(on))?.uplineShare).toBe(uplineShare)
    expect(versionsFrom(versions, day(on)).map((one) => one.uplineShare)).toEqual(fromThere)
  })
  it('a link without versions has none in force', () => {
    expect(versionOn([], TODAY)).toBeUndefined()
    expect(versionsFrom([], TODAY)).toEqual([])
  })
  it('a change counts after every day that has an order', () => {
    expect(changeDay(TODAY, null)).toBe(TODAY)
    expect(changeDay(TODAY, day('2026-03-09'))).toBe(TODAY)
    expect(changeDay(TODAY, TODAY)).toBe('2026-03-11')
    expect(changeDay(TODAY, day('2026-03-12'))).toBe('2026-03-13')
  })
  it('the scheduled version is the last to come', () => {
    expect(scheduledVersion(versions, TODAY)?.fromDay).toBe('2026-03-15')
    expect(scheduledVersion(versions, day('2026-02-01'))?.fromDay).toBe('2026-03-15')
    expect(scheduledVersion(versions, day('2026-03-15'))).toBeNull()
  })
})

describe('changes', () => {
  it('lists only fields that changed', () => {
    const after: GameTerms = {
      ...child,
      uplineShare: share(1000n),
      pankou: ['A', 'C'],
      groups: new Map([
        [GroupId(1), { ...limits, commission: { ...limits.commission, C: rate(2000n) }, maxFill: yuan(7) }],
      ]),
    }
    expect(termChanges(link(child), link(after))).toEqual([
      { gameId: 0, field: 'pankou', before: 'A,B,C', after: 'A,C' },
      { gameId: 0, field: 'uplineShare', before: 2000n, after: 1000n },
      { gameId: 0, groupId: 1, pankou: 'C', field: 'commission', before: 2500n, after: 2000n },
      { gameId: 0, groupId: 1, field: 'maxFill', before: null, after: yuan(7) },
    ])
    expect(termChanges(link(child), link({ ...child, pankou: ['C', 'B', 'A'] }))).toEqual([])
  })
})

/** Any terms, valid or not. Capping must make them valid. */
const letters = fc.subarray<Pankou>(['A', 'B', 'C', 'D'])
const groupTerms = fc
  .record({
    rates: fc.array(fc.nat(4500), { minLength: 4, maxLength: 4 }),
    low: fc.nat(100),
    span: fc.nat(1000),
    maxItem: fc.nat(5000),
    maxFill: fc.option(fc.nat(1000)),
  })
  .map(
    ({ rates: [A = 0, B = 0, C = 0, D = 0], low, span, maxItem, maxFill }): GroupTerms => ({
      commission: { A: rate(BigInt(A)), B: rate(BigInt(B)), C: rate(BigInt(C)), D: rate(BigInt(D)) },
      minStake: yuan(low),
      maxStake: yuan(low + span),
      maxItem: yuan(maxItem),
      maxFill: maxFill === null ? null : yuan(maxFill),
    }),
  )
const gameTerms = fc
  .record({
    enabled: fc.boolean(),
    up: fc.nat(10_000),
    cap: fc.nat(10_000),
    pankou: letters,
    groups: groupTerms,
    remainder: fc.constantFrom<Remainder>('head', 'parent'),
  })
  .map(
    ({ enabled, up, cap, pankou, groups, remainder }): GameTerms => ({
      enabled: enabled && pankou.length > 0,
      uplineShare: share(BigInt(up)),
      downlineCap: share(BigInt(Math.min(cap, 10_000 - up))),
      remainder,
      pankou,
      replenishPankou: pankou[0] ?? null,
      acceptType: 1,
      groups: new Map([[GroupId(0), groups]]),
    }),
  )
const asMember = (terms: GameTerms): GameTerms => ({
  ...terms,
  downlineCap: share(0n),
  pankou: terms.pankou.slice(0, 1),
  replenishPankou: null,
  remainder: 'head',
})

describe('lowering', () => {
  const node = (
    path: PathId,
    parent: PathId,
    role: Role,
    terms: GameTerms,
    over: Partial<SubtreeNode> = {},
  ): SubtreeNode => ({ path, parent, role, terms: link(terms), lastOrderDay: null, scheduledFrom: null, ...over })

  it('caps shares on every level below, from the latest day that a link needs', () => {
    const after: GameTerms = { ...PARENT, downlineCap: share(2500n) }
    const agent = node(
      PathId(11),
      PathId(10),
      3,
      { ...child, uplineShare: share(2000n), downlineCap: share(3000n) },
      { lastOrderDay: TODAY },
    )
    const bettor = node(
      PathId(12),
      PathId(11),
      10001,
      { ...member, uplineShare: share(1500n) },
      { scheduledFrom: day('2026-03-20') },
    )
    const untouched = node(
      PathId(13),
      PathId(11),
      10001,
      { ...member, uplineShare: share(500n) },
      { lastOrderDay: day('2026-04-01') },
    )
    const { affected, fromDay } = lowerBelow(
      { path: PathId(10), before: link(PARENT), after: link(after), lastOrderDay: null },
      [untouched, bettor, agent],
      TODAY,
    )
    expect(
      affected.map(({ path, changes }) => [
        path,
        ...changes.map(({ field, before, after: now }) => [field, before, now]),
      ]),
    ).toEqual([
      [11, ['downlineCap', 3000n, 500n]],
      [12, ['uplineShare', 1500n, 500n]],
    ])
    expect(fromDay).toBe('2026-03-20')
  })

  it('raising lowers nobody', () => {
    const after: GameTerms = {
      ...PARENT,
      downlineCap: share(9000n),
      groups: new Map([[GroupId(1), { ...limits, maxItem: yuan(9999) }]]),
    }
    expect(
      lowerBelow(
        { path: PathId(10), before: link(PARENT), after: link(after), lastOrderDay: TODAY },
        [node(PathId(11), PathId(10), 3, child)],
        TODAY,
      ),
    ).toEqual({ affected: [], fromDay: addDays(TODAY, 1) })
  })

  it('a lower maxFill caps holders and leaves bettors alone', () => {
    const after: GameTerms = { ...PARENT, groups: new Map([[GroupId(1), { ...limits, maxFill: yuan(5) }]]) }
    const { affected } = lowerBelow(
      { path: PathId(10), before: link(PARENT), after: link(after), lastOrderDay: null },
      [node(PathId(11), PathId(10), 3, child), node(PathId(12), PathId(10), 10001, member)],
      TODAY,
    )
    expect(affected.map(({ path, changes }) => [path, changes.map(({ field }) => field)])).toEqual([[11, ['maxFill']]])
    const roles = { parent: 1, child: 10001 } as const
    expect(termFaults(link(member), link(after), roles).map(({ field }) => field)).toEqual([])
  })

  it('starts no earlier than a scheduled version below, when shares would be above the new cap until then', () => {
    const after: GameTerms = { ...PARENT, downlineCap: share(8000n) }
    const low: GameTerms = { ...child, uplineShare: share(100n), downlineCap: share(100n) }
    const waiting = node(PathId(11), PathId(10), 3, low, { scheduledFrom: day('2026-03-25') })
    const run = (to: GameTerms) =>
      lowerBelow({ path: PathId(10), before: link(PARENT), after: link(to), lastOrderDay: null }, [waiting], TODAY)
    expect(run({ ...after, downlineCap: share(300n) })).toEqual({ affected: [], fromDay: '2026-03-25' })
    expect(run({ ...PARENT, remainder: 'parent' }).fromDay).toBe(TODAY)
  })

  it('a bettor whose pankou is closed is switched off, not moved', () => {
    const after: GameTerms = { ...PARENT, pankou: ['A'], replenishPankou: 'A' }
    const { affected } = lowerBelow(
      { path: PathId(10), before: link(PARENT), after: link(after), lastOrderDay: null },
      [node(PathId(12), PathId(10), 10001, member)],
      TODAY,
    )
    expect(affected[0]?.terms.get(GameId(0))).toMatchObject({ enabled: false, pankou: [] })
  })

  it('afterwards no path exceeds its parent, and a second run changes nothing', () => {
    fc.assert(
      fc.property(gameTerms, gameTerms, gameTerms, gameTerms, (top, one, two, three) => {
        const nodes = [
          node(PathId(11), PathId(10), 2, one),
          node(PathId(12), PathId(11), 3, two),
          node(PathId(13), PathId(12), 10001, asMember(three)),
        ]
        const run = (all: SubtreeNode[]) =>
          lowerBelow({ path: PathId(10), before: link(top), after: link(top), lastOrderDay: null }, all, TODAY)
        const capped = run(nodes).affected
        const after = nodes.map((old) => ({
          ...old,
          terms: capped.find(({ path }) => path === old.path)?.terms ?? old.terms,
        }))
        let parent: LinkTerms = link(top)
        let parentRole: HolderRole = 1
        for (const { terms, role } of after) {
          expect(termFaults(terms, parent, { parent: parentRole, child: role })).toEqual([])
          parent = terms
          parentRole = role as HolderRole
        }
        expect(run(after).affected).toEqual([])
      }),
      { seed: SEED, numRuns: 1000 },
    )
  })
})
