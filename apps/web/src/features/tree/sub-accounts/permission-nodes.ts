import type { NamedModule } from '@strata/contract/endpoints/sub-accounts'
import { PERMISSION } from '@strata/contract/permissions'

type Node = { key: number; title: string; children: Node[] }
export const nodeOf = (module: NamedModule): Node => ({
  key: module.frontElementId,
  title: module.name,
  children: module.children.map(nodeOf),
})

/** The chosen ids with their pages: an action needs the page above it. */
export const withParents = (tree: readonly NamedModule[], chosen: ReadonlySet<number>): number[] => {
  const walk = (module: NamedModule): number[] => {
    const below = module.children.flatMap(walk)
    return chosen.has(module.frontElementId) || below.length > 0 ? [module.frontElementId, ...below] : []
  }
  return tree.flatMap(walk)
}

/** Every account needs the pages of its own profile and passwords: they are chosen for a new one. */
const OWN_PAGES = PERMISSION.profile
export const ownPages = (tree: readonly NamedModule[]): number[] =>
  tree
    .filter(({ frontElementId }) => frontElementId === OWN_PAGES)
    .flatMap((own) => [own.frontElementId, ...own.children.map(({ frontElementId }) => frontElementId)])
