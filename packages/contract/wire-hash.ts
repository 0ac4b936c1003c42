/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '9d72c7ab067406f7a9f085428e5543f918180396bb3c3e0bce1e9509606b2d90'
