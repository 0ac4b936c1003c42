/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '565446ff4b450d64fae70f95de53eee858c445e614a9bda2a1dfce6070a8de89'
