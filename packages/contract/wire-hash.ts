/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '8c1c192a64543b6211fede9297f8a837a683ea77a627c2542650abf20887ce59'
