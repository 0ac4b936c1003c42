/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '5711f213be136dc1c375ec5bdcc251b18e0e467c609fa09656e5e96c005e723a'
