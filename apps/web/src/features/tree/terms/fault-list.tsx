import type { ReactNode } from 'react'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from './terms.module.css'
import { focusTerm, keyGame } from './terms-editor.tsx'
import { type Editing, placeName } from './terms-view.ts'

const SHOWN = 8

/** The faults that prevent a save, each with a link to its field. */
export const FaultList = ({
  editing,
  onGame,
}: {
  readonly editing: Editing
  readonly onGame: (gameId: number) => void
}): ReactNode => {
  if (editing.problems.size === 0) return null
  return (
    <div className={`form-problem ${css.faultList}`} role="alert">
      <b>{treeText.edit.faultsTitle}</b>
      <ul>
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
