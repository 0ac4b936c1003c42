/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'de8638946a55b239382ea8f118d4dc315d1091a5764a754be33d13534850ff38'
