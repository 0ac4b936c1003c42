/** How a new alert makes itself known: toast and sound, toast alone, or not at all. */
export type Signal = 'off' | 'quiet' | 'on'
export type Signals = { readonly signal: Signal }

const ORDER: readonly Signal[] = ['off', 'quiet', 'on']

export const nextSignal = (signal: Signal): Signal => ORDER[(ORDER.indexOf(signal) + 1) % ORDER.length] ?? 'off'

/** Reads what is stored; anything else means off. */
export const readSignals = (stored: string | null): Signals => {
  try {
    const { signal } = JSON.parse(stored ?? '{}') as { signal?: unknown }
    return { signal: ORDER.find((one) => one === signal) ?? 'off' }
  } catch {
    return { signal: 'off' }
  }
}
