import type { ReactNode } from 'react'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { jumpToFault } from './jump.ts'
import css from './terms.module.css'
import { focusTerm, keyGame } from './terms-editor.tsx'
import { type Editing, placeName } from './terms-view.ts'

const SHOWN = 8

/** A fault of a field before the terms. */
export type OwnFault = { readonly label: string; readonly problem: string }

type Props = {
  readonly editing: Editing
  /** In the order of their fields, which are the first of the page. */
  readonly own?: readonly OwnFault[]
  readonly onGame: (gameId: number) => void
}

/** The faults that prevent a save, each with a link to its field. */
export const FaultList = ({ editing, own = [], onGame }: Props): ReactNode => {
  if (editing.problems.size + own.length === 0) return null
  return (
    <div className={`form-problem ${css.faultList}`} role="alert">
      <b>{treeText.edit.faultsTitle}</b>
      <ul>
        {own.map(({ label, problem }, at) => (
          <li key={label}>
            <button type="button" className="link-button" onClick={() => jumpToFault({ at })}>
              {label}
            </button>
            ：{problem}
          </li>
        ))}
        {[...editing.problems].slice(0, SHOWN).map(([key, problem]) => {
          const [game = '0', group = '', field = '', letter = ''] = key.split(':')
          const at = {
            gameId: Number(game),
            groupId: group === '' ? undefined : Number(group),
            field,
            letter: letter === '' ? undefined : letter,
          }
          return (
            <li key={key}>
              <button
                type="button"
                className="link-button"
                onClick={() => {
                  onGame(keyGame(key))
                  focusTerm(key)
                }}
              >
                {placeName(editing.games, at)}
              </button>
              ：{problem}
            </li>
          )
        })}
      </ul>
    </div>
  )
}
