/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '9e3ef8c0ac34a928a6e41c5cab021f47e21ccd19c734ece7b172f0f18010e0ac'
