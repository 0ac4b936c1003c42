/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '0db09924e26dd444d96fde5a3f57975e58bfb5981e50eb5ea06f96f71519efa6'
