import { type ReactNode, useEffect } from 'react'
import { useAlerts } from '../../api/shared-queries.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { hasHome } from '../menu.ts'
import css from './unread.module.css'

/** Above this number the count shows "99+". */
const MOST = 99

const useUnread = (): number => {
  const unread = useAlerts().data?.unread ?? 0
  return hasHome() ? unread : 0
}

/** Shows the page name and the number of unread alerts in the tab title, and a dot on its icon while there are any. */
export const useTabTitle = (title: string): void => {
  const unread = useUnread()
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title === '' ? '' : `${title} - `}Strata`
    const icon = unread > 0 ? '/mark-unread.svg' : '/mark.svg'
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon)
  }, [title, unread])
}

/** The count beside the menu entry of the alerts. */
export const UnreadCount = (): ReactNode => {
  const unread = useUnread()
  if (unread === 0) return null
  return (
    <span className={css.unread} data-part="unread">
      {unread > MOST ? `${MOST}+` : unread}
      <span className="visually-hidden">{appText.unread}</span>
    </span>
  )
}
