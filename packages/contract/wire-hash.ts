/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '9cb9af4af8766246a9b4b982fa1d92645d5205b7dfdf22c3b1595980208c8545'
