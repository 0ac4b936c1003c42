/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '9b15edfbd5eb3bf6ce9c6c003b5daefa28f79679339aacb48ed53a9274964944'
