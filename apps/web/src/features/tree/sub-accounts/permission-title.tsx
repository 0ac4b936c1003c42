import type { NamedModule } from '@strata/contract/endpoints/sub-accounts'
import type { ReactNode } from 'react'
import { permissionText as words } from '../../../text/zh-CN/shared/permissions.ts'
import { actionsChosen, modulesById, toggleActions } from './permission-nodes.ts'
import css from './permission-title.module.css'

type Props = {
  readonly module: NamedModule
  readonly chosen: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
}

/** The name of a page with how many of its actions are chosen, and one click for all of them. */
const PermissionTitle = ({ module, chosen, onChoose }: Props): ReactNode => {
  const { held, all } = actionsChosen(module, new Set(chosen))
  if (all === 0) return module.name
  return (
    <>
      {module.name}{' '}
      <small className={css.count} data-part="actions">
        {words.actions(held, all)}
      </small>{' '}
      <button
        type="button"
        className="link-button"
        aria-label={words.labelOf(held === all ? words.noActions : words.allActions, module.name)}
        onClick={(event) => {
          // A click on the title ticks the page alone.
          event.stopPropagation()
          onChoose(toggleActions(module, chosen))
        }}
      >
        {held === all ? words.noActions : words.allActions}
      </button>
    </>
  )
}

/** For the tree: what each of its nodes shows. */
export const titlesOf = (
  tree: readonly NamedModule[],
  chosen: readonly number[],
  onChoose: Props['onChoose'],
): ((key: number) => ReactNode) => {
  const modules = modulesById(tree)
  return (key) => {
    const module = modules.get(key)
    return module ? <PermissionTitle module={module} chosen={chosen} onChoose={onChoose} /> : null
  }
}
