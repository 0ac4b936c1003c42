/**
 * SHA-256 of wireText(). When the test fails, the wire has changed: decide whether old clients still work, say so
 * in the commit, and put the new hash here.
 */
export const WIRE_HASH = 'ce156f35be6c89f2795e75ebe8045172dadb680c8b2b0aacee24e029ca4434e0'
