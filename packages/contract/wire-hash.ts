/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'f3882c1eab3669f7e70b2b697eac34d6e7121297cd16028b552fad923eb4a27a'
