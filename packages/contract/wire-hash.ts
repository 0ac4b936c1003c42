/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '8ff4909b992feba3e7339c95fe94e2965faf53fa20209aa7f4aa8c136210c54a'
