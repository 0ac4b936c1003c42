/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'a17ef4128f771cf1bea7eba5bb3c383bc9d96dcdb1ef86ab7abd144bde495d4d'
