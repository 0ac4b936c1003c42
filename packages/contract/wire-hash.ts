/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '4f223cdd619b233df735e5c51f1518fa78da0261a0a13033c4a36e4ddbdc4147'
