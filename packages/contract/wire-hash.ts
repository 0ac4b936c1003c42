/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'dc4111ba137f206bec3796ea4c758fd54b41012b4df28a80dd88ae4be7159064'
