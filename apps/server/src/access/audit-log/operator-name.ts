/** The name that everybody below the head sees for its operators: their own names are internal to the head. */
const SEEN_BELOW = '总公司'

/**
 * The name of the operator who changed a result or voided an order, as a reader may see it. Empty stays empty: a
 * result source or the schedule did it.
 */
export const operatorFor = (isHead: boolean, name: string): string => (isHead || name === '' ? name : SEEN_BELOW)

/** Shown to a reader instead of the name of anybody above it. */
export const ABOVE = '上级'
