import * as signInCalls from '@strata/contract/calls/sign-in'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { platformStatus } from '@strata/contract/endpoints/access'
import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { commonText } from '../../text/zh-CN/entry/common.ts'

type Platform = ResponseOf<typeof platformStatus>

/** Without a session there is no stream that would tell of a new name. */
const ASKED_AGAIN_MS = 20_000

const ask = (): Promise<Platform> => api.call(signInCalls.platformStatus, {}, { automatic: true })

let asked: Promise<Platform> | undefined

/** The platform's state, asked once a page: its answer also teaches the server's clock. */
export const askPlatform = (): Promise<Platform> => (asked ??= ask())

/** The name that operators gave the platform, for the public pages and their tab title; a new one without a reload. */
export const usePlatformName = (title: string): string => {
  const [name, setName] = useState<string>(commonText.product)
  useEffect(() => {
    const show = (answer: Promise<Platform>): void =>
      void answer.then(({ platformName }) => setName(platformName || commonText.product)).catch(() => {})
    const again = (): void => {
      if (document.visibilityState === 'visible') show(ask())
    }
    show(askPlatform())
    const timer = setInterval(again, ASKED_AGAIN_MS)
    document.addEventListener('visibilitychange', again)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
    }
  }, [])
  useEffect(() => {
    document.title = `${title} - ${name}`
  }, [title, name])
  return name
}
