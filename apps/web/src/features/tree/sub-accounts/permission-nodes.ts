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

const idsBelow = ({ children }: NamedModule): number[] =>
  children.flatMap((child) => [child.frontElementId, ...idsBelow(child)])

/** How many of the actions below a page are chosen. A page alone lets read, so that its actions must be seen apart. */
export const actionsChosen = (
  page: NamedModule,
  chosen: ReadonlySet<number>,
): { readonly held: number; readonly all: number } => {
  const below = idsBelow(page)
  return { held: below.filter((id) => chosen.has(id)).length, all: below.length }
}

/** Chooses the page with all that is below it; if all of that is chosen already, leaves the page alone. */
export const toggleActions = (page: NamedModule, chosen: readonly number[]): number[] => {
  const below = new Set(idsBelow(page))
  const others = chosen.filter((id) => id !== page.frontElementId && !below.has(id))
  const { held, all } = actionsChosen(page, new Set(chosen))
  return [...others, page.frontElementId, ...(held === all ? [] : below)]
}

/** Every page and action by its id. */
export const modulesById = (tree: readonly NamedModule[]): ReadonlyMap<number, NamedModule> =>
  new Map(tree.flatMap((module) => [[module.frontElementId, module] as const, ...modulesById(module.children)]))
