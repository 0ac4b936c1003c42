/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '5be20b72febfbcc93bfd62796691664fff56c914f28dd9a53a6dc60c16b8ce73'
