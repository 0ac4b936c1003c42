import { useQueryClient } from '@tanstack/react-query'

export const MARK_PERMISSION = 50001

/** Everything that shows what was settled up. */
export const useSettlingChanged = () => {
  const client = useQueryClient()
  return (): Promise<unknown> =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['settling'] }),
      client.invalidateQueries({ queryKey: ['delivery'] }),
    ])
}
