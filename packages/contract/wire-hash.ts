/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'a9f7bed0727eddbf54dd0cbc051e40c258c59a245a74fecdb43bc800bb454d76'
