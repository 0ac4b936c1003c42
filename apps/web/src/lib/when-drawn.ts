/** Runs a function when the next frame has been drawn: then asking for a place on the screen lays nothing out. */
export const whenDrawn = (run: () => void): void => {
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = run
    port2.postMessage(null)
  })
}
