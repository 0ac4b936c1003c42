/** A new request id; a repeated call with the same id gets the first answer. Works on plain http too. */
export const newRequestId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
