/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '3c8eabc86fe50603be86751b71344f2601f295497b55d04a377514cba9c040f7'
