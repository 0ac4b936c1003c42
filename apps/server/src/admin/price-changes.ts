import type { PriceVersion } from '../games/prices.ts'

type Change = PriceVersion['changes'][number]

/** The fields of a price that a version changed, as the wire has them: a field that stayed is left out. */
export const changedFields = ({ before, after }: Pick<Change, 'before' | 'after'>) => ({
  ...(before.quote === undefined ? {} : { before: before.quote }),
  ...(after.quote === undefined ? {} : { after: after.quote }),
  ...(before.floor === undefined || after.floor === undefined
    ? {}
    : { floor: { before: before.floor, after: after.floor } }),
  ...(before.open === undefined || after.open === undefined
    ? {}
    : { open: { before: before.open, after: after.open } }),
})
