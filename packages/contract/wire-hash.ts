/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '9164e53bcd875b122c20d637392dd60f4e4048dd0fc823b1c812a47ef5c41359'
