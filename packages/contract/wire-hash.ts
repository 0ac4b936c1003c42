/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'dda84470214e719553fd2484b6e8300660e7d8d0e8a6088585c48e373d9a64e4'
