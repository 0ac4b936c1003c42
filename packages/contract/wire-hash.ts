/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'd791633e6b9a1a20101c1e2ff2dd2ca3cdeaf75b1592bae77f5f6b6bb618f805'
