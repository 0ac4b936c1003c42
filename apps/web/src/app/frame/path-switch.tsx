import { ROLE } from '@strata/domain/tree'
import type { ReactNode } from 'react'
import { choosePath } from '../../api/choose-path.ts'
import { type SessionPath, useSession } from '../../api/session.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './side-menu.module.css'

/** Two paths of one account may have the same name, so the label has a number and the levels above. */
const labelOf = ({ pathName, nickname, roleId, rolesAbove }: SessionPath, index: number): string => {
  // The head is above everybody and is left out.
  const levels = [...rolesAbove.filter((role) => role > ROLE.head), roleId].map((role) => appText.roles[role] ?? '')
  return appText.pathLabel(index + 1, nickname === '' ? pathName : nickname, levels.join(' › '))
}

/**
 * For an account with several paths: shows and changes the current one. Reloads the page, so that no data of the
 * other path stays in memory.
 */
export const PathSwitch = (): ReactNode => {
  const paths = useSession((session) => session.paths)
  const current = useSession((session) => session.currentPathId)
  if (paths.length < 2) return null
  return (
    <select
      aria-label={appText.currentPath}
      className={css.pathSwitch}
      value={current}
      onChange={(event) => {
        choosePath(Number(event.currentTarget.value))
        window.location.assign('/')
      }}
    >
      {paths.map((path, index) => (
        <option key={path.agentPathsId} value={path.agentPathsId}>
          {labelOf(path, index)}
        </option>
      ))}
    </select>
  )
}
