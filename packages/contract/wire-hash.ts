/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'ead091c52837eb0a2a242d06d794716d559d4ffe03bf0cad65c38fdd4ccccf2d'
