/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '49f7dc0dfeeb9a1f33e7fc2a6e4a4de1a2b25c84d0af542588be9a907e7f5f95'
