/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'c56472c6f2a193985b9157cda007730e9312f3d1a27d33c3e309ba6f6674f23e'
