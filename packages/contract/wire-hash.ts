/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'e0b92998a1c53e25b3392909a5d4fbbc9dd70c9d203c617d1d67268a81b794d4'
