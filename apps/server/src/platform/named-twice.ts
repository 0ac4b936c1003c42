/** Where a list first names something that it has named before; -1 if each stands once. */
export function namedTwice(names: readonly (string | number | null)[]): number {
  const seen = new Set<string | number | null>()
  return names.findIndex((name) => seen.size === seen.add(name).size)
}
