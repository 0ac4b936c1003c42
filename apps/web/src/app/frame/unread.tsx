import { type ReactNode, useEffect } from 'react'
import { COUNTED, useCountNews, useMenuCounts } from '#menu-counts'
import { useBrand } from './brand.ts'
import css from './unread.module.css'

/** Above this number the count shows "99+". */
const MAX_SHOWN = 99

/** Shows the page name and the count of the first page in the tab title, and a dot on its icon while there is one. */
export const useTabTitle = (title: string): void => {
  const unread = useMenuCounts()['/'] ?? 0
  const brand = useBrand()
  useCountNews()
  useEffect(() => {
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${title === '' ? '' : `${title} - `}${brand}`
    const icon = unread > 0 ? '/mark-unread.svg' : '/mark.svg'
    document.querySelector('link[rel=icon]')?.setAttribute('href', icon)
  }, [title, unread, brand])
}

/** The count beside the menu entry of a page. */
export const MenuCount = ({ path }: { readonly path: string }): ReactNode => {
  const unread = useMenuCounts()[path] ?? 0
  if (unread === 0) return null
  return (
    <>
      {' '}
      <span className={css.unread} data-part="unread">
        {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
        <span className="visually-hidden">{COUNTED}</span>
      </span>
    </>
  )
}
