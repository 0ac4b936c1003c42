/** The order of the web app's folders, and that every folder of an order has a place in it. */

import { readdirSync } from 'node:fs'
import { rooms } from '../../apps/server/rooms/rooms.ts'

/** Folders of the web app in their order: each imports only the ones before it. entry/ is what a sign-in loads. */
export const webLayers = ['ui', 'text', 'lib', 'api', 'components', 'features', 'app', 'entry']

/** Rooms of the web app in their order: each may open what is in the ones before it. */
export const features = [
  'public',
  'first-start',
  'look',
  'profile',
  'rules',
  'games',
  'ledger',
  'groups',
  'tree',
  'merchants',
  'operators',
  'platform',
  'system',
  'game-settings',
  'periods',
  'results',
  'odds',
  'odds-drops',
  'pankou',
  'funds-admin',
  'jobs',
  'health',
  'books',
  'integrators',
  'book',
  'replenishment',
  'reports',
]

/** A folder whose subfolders are in an order, and those that stand outside of it, such as entries. */
interface Ordered {
  readonly folder: string
  readonly order: readonly string[]
  readonly outside: readonly string[]
}

const ORDERS: readonly Ordered[] = [
  { folder: 'apps/server/src', order: rooms.map(({ name }) => name), outside: ['workers'] },
  { folder: 'apps/web/src', order: webLayers, outside: ['portals'] },
  { folder: 'apps/web/src/features', order: features, outside: [] },
]

/** Lint does not know a folder that its order does not name, so nothing would hold it. */
export function placeFaults(root: string, { folder, order, outside }: Ordered): string[] {
  const found = readdirSync(root + folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
  const known = new Set([...order, ...outside])
  return [
    ...found.filter((name) => !known.has(name)).map((name) => `${folder}/${name}: has no place in the order`),
    ...[...known]
      .filter((name) => !found.includes(name))
      .map((name) => `${folder}/${name}: is in the order, but not there`),
  ]
}

/** @param root ends in a slash */
export const orderFaults = (root: string): string[] => ORDERS.flatMap((ordered) => placeFaults(root, ordered))
