import { type ReactNode, useEffect, useState } from 'react'
import { loadConfig } from '../../api/seal.ts'
import { useSession } from '../../api/session.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './four-eyes-bar.module.css'

/** Says on every operators' page that one person alone puts results and voids in force. */
export const FourEyesBar = (): ReactNode => {
  const operator = useSession(({ account }) => account?.accountType === 1)
  const [off, setOff] = useState(false)
  useEffect(() => {
    if (!operator) return
    loadConfig().then(
      ({ fourEyes }) => setOff(fourEyes === false),
      () => {},
    )
  }, [operator])
  if (!off) return null
  return (
    <p className={css.fourEyes} data-part="four-eyes-off" role="status">
      {appText.fourEyesOff}
    </p>
  )
}
