/** Long enough for the browser to have taken the bytes. */
const KEPT_MS = 60_000

/** Hands a file to the browser's downloads under its name. */
export const saveFile = (name: string, blob: Blob): void => {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
}
