/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '243d38771c24c22edf74fdad0a49853b4000be440e8e0e06af932a5b67108352'
