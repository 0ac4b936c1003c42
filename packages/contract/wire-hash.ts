/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'f57e1b70862a49bef79dfeeddfb0ec4d97982be2143f32948c05e7858e009636'
