/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '5c3e231e6ccbf928b309c8ec1ceecb54d6affb55566896c22a8ad397e493eeb1'
