/** A new request id: a call repeated with the same one is answered the first answer again. Works on plain http too. */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
