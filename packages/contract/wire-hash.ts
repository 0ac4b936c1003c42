/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'b81cc480e12a538452a322acc0d59491e15fae476f2fd7fa7c9a0c5c73655d29'
