/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '032c2da253c13321b3cf5280a4d5dc4bef8e5c077a97683c3efc16e3b3aed0db'
