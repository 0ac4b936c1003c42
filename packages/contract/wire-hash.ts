/**
 * SHA-256 of wireText(). A failing test means that the wire changed: decide whether old clients can live with it, say
 * so in the commit, and put the new hash here.
 */
export const WIRE_HASH = '51174ad20928227bec66ec77ea7dab9dd4b5b48c2cc25f7e19874c9cbecd6f31'
