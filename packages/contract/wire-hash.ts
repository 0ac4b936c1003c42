/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'fcd7c6a2b084982e1d4f49b2e522a0e4ed246dfa9e27644762b7f268077575ad'
