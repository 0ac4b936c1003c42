/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '722f32563c7fb6eaa5fa352fd2262266bf31210828ce70d104e60e6d4f89a5c9'
