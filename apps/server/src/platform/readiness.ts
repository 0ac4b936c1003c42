export interface ReadinessCheck {
  readonly name: string
  readonly isReady: () => Promise<boolean>
}

const READY_FOR_MS = 1_000
/** A check that does not answer has failed: a database that was cut off answers nothing, not even an error. */
const CHECK_WITHIN_MS = 2_000

async function holds(isReady: () => Promise<boolean>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), CHECK_WITHIN_MS)
  })
  try {
    return await Promise.race([isReady(), late])
  } catch {
    return false
  } finally {
    clearTimeout(timer)
  }
}

/** What the checks say, asked at most once a second: balancers and watchers may ask as often as they like. */
export function readiness(checks: readonly ReadinessCheck[]): () => Promise<(readonly [string, boolean])[]> {
  let asked: { readonly at: number; readonly results: Promise<(readonly [string, boolean])[]> } | undefined
  return () => {
    const now = performance.now()
    if (!asked || now - asked.at >= READY_FOR_MS) {
      const each = checks.map(async ({ name, isReady }) => [name, await holds(isReady)] as const)
      asked = { at: now, results: Promise.all(each) }
    }
    return asked.results
  }
}
