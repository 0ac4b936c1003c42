import { type ReactNode, useEffect, useState } from 'react'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { entryOf, watchBuild } from './build-watch.ts'
import css from './tools.module.css'

/** Offers a reload when the server has a new build. It never reloads by itself: what is typed stays until one agrees. */
export const NewBuildBar = (): ReactNode => {
  const [found, setFound] = useState(false)
  useEffect(() => watchBuild(entryOf(document.documentElement.outerHTML), () => setFound(true)), [])
  if (!found) return null
  return (
    <p className={css.bar} data-part="new-build" role="status">
      {toolsText.newBuild}{' '}
      <button type="button" className="link-button" onClick={() => window.location.reload()}>
        {toolsText.reload}
      </button>
    </p>
  )
}
