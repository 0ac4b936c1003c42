/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'd33d0b0a32998b78b1232fe03027e0bc53c9323d35ac7f4a917d7ce513f2bc48'
