/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '3f46c88044df4f25e59f5100d2c9595c471a9d93f8cb5d1a308a3b5477c9d0f2'
