/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '4d6abbdc1050a8e600aa4d76dd6a771889e1f627e26c9f97f328831ff072d158'
