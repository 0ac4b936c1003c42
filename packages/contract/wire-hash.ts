/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'a22b68eaaa21b6249049edf32393367a66bf517fd40d7aee84ff1e1593d91f49'
