import * as signInCalls from '@strata/contract/calls/sign-in'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Answer } from '../../api/client.ts'
import { onLive, onResumed } from '../../api/live.ts'
import { keyOf, queryOf } from '../../api/queries.ts'
import { commonText } from '../../text/zh-CN/entry/common.ts'

const ASKED_AGAIN_MS = 600_000

/** What operators have set for the whole platform. */
export const usePlatform = (): Answer<'access.platformStatus'> | undefined =>
  useQuery({
    ...queryOf(signInCalls.platformStatus, {}, { automatic: true }),
    staleTime: ASKED_AGAIN_MS,
    refetchInterval: ASKED_AGAIN_MS,
  }).data

/** Reads that again when operators change it. */
export const usePlatformNews = (): void => {
  const client = useQueryClient()
  useEffect(() => {
    const again = (): void => void client.invalidateQueries({ queryKey: keyOf(signInCalls.platformStatus) })
    const offs = [onLive('platform', again), onResumed(again)]
    return () => {
      for (const off of offs) off()
    }
  }, [client])
}

/** The name that operators gave the platform, else that of the product. */
export const useBrand = (): string => usePlatform()?.platformName || commonText.product
