/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'b534cf14836e98e866c68bde9cab284f01df22a7f725233d91eb5bb47095a3f3'
