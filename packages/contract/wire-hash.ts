/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'e484ff1abc07b5b869c9bf3f7e2547e3fc2e93e1ca5b0805e987a0996e06ea65'
