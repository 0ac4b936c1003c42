/** What everybody below the head knows its operators as; who works there is the head's own business. */
const SEEN_BELOW = '总公司'

/** The name of who changed a result or voided an order, for a reader; empty stays empty: nobody did, a source or the schedule. */
export const operatorFor = (isHead: boolean, name: string): string => (isHead || name === '' ? name : SEEN_BELOW)

/** What everybody above a reader is called: names above it are not told. */
export const ABOVE = '上级'
