import { startTransition, useEffect, useState } from 'react'
import { runBetweenKeys } from '../../../lib/between-keys.ts'

/**
 * The latest value, or while keys are pressed the one before it until a key is answered: drawing what changed ends in
 * a layout and a frame in one piece, which a key would have to wait for. The state is the clock's, not the value's.
 */
export const useBetweenKeys = <Value>(latest: Value): Value => {
  const [shown, setShown] = useState(latest)
  useEffect(() => {
    if (shown === latest) return
    return runBetweenKeys(() => startTransition(() => setShown(() => latest)), 'large')
  }, [latest, shown])
  return shown
}
