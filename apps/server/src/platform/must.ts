/** For a value that the code before has made certain; throws where it is absent, because then that code is wrong. */
export function must<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`${what} is missing`)
  return value
}
