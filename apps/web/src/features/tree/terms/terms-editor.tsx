import type { Role } from '@strata/domain/tree'
import { LIMIT_NAMES } from '@strata/domain/tree/limits'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { CopyTools } from './copy-tools.tsx'
import { FillSection, FlyOutSection } from './fill-section.tsx'
import { PankouChoice, PlaysSection } from './plays-section.tsx'
import { ShareSection } from './share-section.tsx'
import css from './terms.module.css'
import { hasOwnRow, type Terms, termsOfGame } from './terms-model.ts'
import type { Editing } from './terms-view.ts'

const words = treeText.edit

type Props = {
  readonly editing: Editing
  readonly terms: Terms
  readonly parent: { readonly name: string; readonly agentPathsId: number }
  readonly roleId: Role
  readonly gameId: number
  readonly onGame: (gameId: number) => void
}

type Shown = Pick<ComponentProps<typeof PlaysSection>, 'shape' | 'game' | 'draft'> & {
  readonly shape: Editing['games'][number]
}

const PlaysPanel = ({ editing, terms, parent, roleId, shape, game, draft }: Props & Shown): ReactNode => {
  const [onlyChanged, setOnlyChanged] = useState(false)
  return (
    <section className="card panel" id="section-plays">
      <header>
        <h3>
          {words.sections.plays} · {words.sections.limits}
        </h3>
        <span>{words.eachCell}</span>
      </header>
      <div className={css.termsTools}>
        <PankouChoice editing={editing} game={game} draft={draft} />
        {editing.readonly ? null : (
          <CopyTools editing={editing} terms={terms} game={game} parent={parent} roleId={roleId} />
        )}
        <label className="check end">
          <input
            type="checkbox"
            checked={onlyChanged}
            onChange={(event) => setOnlyChanged(event.currentTarget.checked)}
          />
          {words.onlyChanged(editing.changes.filter((change) => change.gameId === shape.id).length)}
        </label>
      </div>
      <PlaysSection editing={editing} shape={shape} game={game} draft={draft} onlyChanged={onlyChanged} />
    </section>
  )
}

/** Replenishment and fly-out, which bettors do not have. */
const SendingPanels = ({ editing, shape, game, draft }: Pick<Props, 'editing'> & Shown): ReactNode => (
  <>
    <section className="card panel" id="section-fill">
      <header>
        <h3>{words.sections.fill}</h3>
        <span>{shape.name}</span>
      </header>
      <div className="panel-body">
        <FillSection editing={editing} game={game} draft={draft} />
      </div>
    </section>
    <section className="card panel" id="section-flyout">
      <header>
        <h3>{words.sections.flyout}</h3>
      </header>
      <div className="panel-body">
        <FlyOutSection editing={editing} />
      </div>
    </section>
  </>
)

/** The terms of one account: shares, pankou and commission with limits, replenishment and fly-out, game by game. */
export const TermsEditor = (props: Props): ReactNode => {
  const { editing, terms, parent, gameId, onGame } = props
  const shape = editing.games.find(({ id }) => id === gameId) ?? editing.games[0]
  const game = shape ? termsOfGame(terms, shape) : undefined
  const draft = shape ? editing.draft.games[shape.id] : undefined
  if (!shape || !game || !draft) return null
  const marks = new Set(editing.changes.map((change) => change.gameId))
  return (
    <>
      <div className={css.termsGames}>
        <ToggleGroup
          name="terms-game"
          label={words.game}
          value={String(shape.id)}
          options={editing.games.map(({ id, name }) => ({
            value: String(id),
            label: name,
            mark: marks.has(id) ? words.unsaved : undefined,
          }))}
          onChange={(value) => onGame(Number(value))}
        />
        <span>{shape.id === 0 ? words.allGamesHint : hasOwnRow(terms, shape.id) ? words.own : words.inherits}</span>
      </div>
      <section className="card panel" id="section-share">
        <header>
          <h3>{words.sections.share}</h3>
          <span>{editing.isNew ? shape.name : `${shape.name}　${words.nextDay}`}</span>
        </header>
        <div className="panel-body">
          <ShareSection editing={editing} game={game} draft={draft} parentName={parent.name} />
        </div>
      </section>
      <PlaysPanel {...props} {...{ shape, game, draft }} />
      {editing.bettor ? null : <SendingPanels {...{ editing, shape, game, draft }} />}
    </>
  )
}

const SECTION_FIELDS: readonly { readonly section: string; readonly fields: readonly string[] }[] = [
  { section: 'share', fields: ['uplineShare', 'downlineCap', 'remainder', 'enabled'] },
  { section: 'plays', fields: ['pankou', 'commission', ...LIMIT_NAMES] },
  { section: 'fill', fields: ['acceptType', 'replenishPankou'] },
  { section: 'flyout', fields: ['isAllowPilotOut'] },
]

/** Sections of the terms with a change. */
export const changedSections = (editing: Editing): ReadonlySet<string> =>
  new Set(
    editing.changes.flatMap(({ field }) => {
      const found = SECTION_FIELDS.find(({ fields }) => fields.includes(field))
      return found ? [found.section] : []
    }),
  )

/** Focuses the field of a cell, once it is on the page. */
export const focusTerm = (key: string): void => {
  requestAnimationFrame(() => {
    const marked = document.querySelector<HTMLElement>(`[data-key="${key}"], .field-wrong`)
    marked?.scrollIntoView({ block: 'center' })
    marked?.focus()
  })
}

export const keyGame = (key: string): number => Number(key.split(':')[0] ?? 0)
