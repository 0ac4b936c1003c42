/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '5c625adbec6dd01b32ec70052161d087265819bd13b4084aae8956d525407f45'
