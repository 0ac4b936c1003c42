/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '54710fdc01106f566c423adf8442179ad9d577a9838bc6ca8a613ed53c5cd984'
