import { useEffect, useState } from 'react'
import { API_BASE } from './api.ts'
import { loadConfig } from './seal.ts'

/**
 * Where game platforms make their signed calls: on the agents' site, because the operators' own stays inside. Until it is known,
 * where this page makes its calls.
 */
export const useAgentsApi = (): string => {
  const [host, setHost] = useState<string | null>(null)
  useEffect(() => {
    loadConfig().then(
      ({ agentsApi }) => setHost(agentsApi ?? null),
      () => {},
    )
  }, [])
  return host === null ? API_BASE || window.location.origin : `${window.location.protocol}//${host}`
}
