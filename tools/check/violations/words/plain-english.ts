// expect: plain-english
/** Reads the rows anew, lest one be missing. */
export const rows = 1
