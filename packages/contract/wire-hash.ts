/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '7db513c0205c95362db9c011dcc9ea77a7807916f636980091f9ee88e822af2e'
