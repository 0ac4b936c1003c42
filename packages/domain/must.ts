/** For a value that earlier code guarantees. Throws when it is absent, because that is a bug. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
