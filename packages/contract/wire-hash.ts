/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '0ccc94157ddfc9a1111fda38b91a2f5214d59708d28a1ec4256feea92e25e20b'
