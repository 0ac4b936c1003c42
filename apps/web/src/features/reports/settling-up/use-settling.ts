import { PERMISSION } from '@strata/contract/permissions'
import { useQueryClient } from '@tanstack/react-query'

export const MARK_PERMISSION = PERMISSION.settlingUp

/** Everything that shows what was settled up. */
export const useSettlingChanged = () => {
  const client = useQueryClient()
  return (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['settling'] }),
      client.invalidateQueries({ queryKey: ['delivery'] }),
    ])
}
