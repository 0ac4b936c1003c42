/** Lists of such fields are sets: their order says nothing. */
const comparable = (value: unknown): string => JSON.stringify(Array.isArray(value) ? value.toSorted() : value)

type SomeOf<Fields> = { readonly [field in keyof Fields]?: unknown }

/**
 * Whether somebody else changed one of the fields that a request changes since its sender saw them. What the sender does
 * not change, or did not say that it saw, does not matter.
 */
export const isChangedSince = <Fields extends object>(
  now: Fields,
  seen: SomeOf<Fields> | undefined,
  asked: SomeOf<Fields>,
): boolean =>
  seen !== undefined &&
  (Object.keys(seen) as (keyof Fields)[]).some(
    (field) =>
      asked[field] !== undefined && seen[field] !== undefined && comparable(seen[field]) !== comparable(now[field]),
  )
