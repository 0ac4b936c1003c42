/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '0fddd01ee10609eea05565facfe8e0c13429bf19efa71869e89078dd55234c2f'
