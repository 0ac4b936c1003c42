/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'e9b686c51681b9068615e5f74539b9480ca8f6ca33a5bbabf1b85727a32513d3'
