import { ports } from './api.ts'
import { ApiRefusal, type Client, type ClientPorts, createClient } from './client.ts'

/** The contract's code `clockOff` (a test compares them): the wrapper is too old or too new, or was seen before. */
export const CLOCK_OFF = 40009

/**
 * Runs calls that carry a sealed password. When the server refuses with 40009, `run` seals and sends once more: the
 * refusal carried the server's time, and nothing was changed. Only the result of the second run is shown.
 */
export const callSealed = async <T>(run: (client: Client) => Promise<T>, by: ClientPorts = ports): Promise<T> => {
  const shown: Parameters<ClientPorts['toast']>[] = []
  const show = (): void => {
    for (const toast of shown) ports.toast(...toast)
  }
  try {
    const answer = await run(createClient({ ...by, toast: (...toast) => void shown.push(toast) }))
    show()
    return answer
  } catch (caught) {
    if (caught instanceof ApiRefusal && caught.code === CLOCK_OFF) return await run(createClient(by))
    show()
    throw caught
  }
}
