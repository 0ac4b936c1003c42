import { type ReactNode, useEffect, useState } from 'react'
import { serverNow } from '../../api/clock.ts'
import { useSession } from '../../api/session.ts'
import { formatInstant } from '../../lib/instant.ts'
import { usePlatform } from './brand.ts'
import css from './watermark.module.css'
import { hasMoney, tileOf } from './watermark-model.ts'

const MINUTE_MS = 60_000

/** The minute that it is, by the server's clock. */
const useMinute = (): string => {
  const [at, setAt] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setAt(serverNow()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [])
  return formatInstant(at).slice(0, 16)
}

const Marks = (): ReactNode => {
  const account = useSession((session) => session.account?.accountName ?? '')
  const image = `url("data:image/svg+xml,${encodeURIComponent(tileOf(account, useMinute()))}")`
  return <div className={css.watermark} data-part="watermark" aria-hidden="true" style={{ backgroundImage: image }} />
}

/** Account and time over every page with money, if operators want it: whoever passes a picture on is named by it. */
export const Watermark = ({ pathname }: { readonly pathname: string }): ReactNode =>
  usePlatform()?.watermark && hasMoney(pathname) ? <Marks /> : null
