/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = '3f160a7d764ecf4bbb5e088ecd3cec549278ef3eb756c1b2b0786c805ca98e91'
