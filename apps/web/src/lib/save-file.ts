/** Long enough for the browser to have read the bytes. */
const OPEN_MS = 60_000

/** Saves a file through the browser's download, under its name. */
export const saveFile = (name: string, blob: Blob): void => {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  setTimeout(() => URL.revokeObjectURL(address), OPEN_MS)
}
