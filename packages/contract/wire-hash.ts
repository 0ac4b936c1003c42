/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '0e6d0f8cddf5d53178847ddcbe682481f55fbc2b8b28d2c197a392d5ae53b4ed'
