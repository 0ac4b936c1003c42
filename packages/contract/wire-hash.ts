/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'fc9fbc030734e9f50d7b892c7afbfac63e364ee533f4c600a62ce7f6489eac3c'
