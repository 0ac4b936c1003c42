/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '7dcbe5ba3153e3f752ebb0c983898cb016c5115da008398b62896d1dd53ce5a1'
