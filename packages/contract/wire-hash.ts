/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'efc7448179b89af296cf45f625aa9716181eae70b8ea64622d1e2048f198db16'
