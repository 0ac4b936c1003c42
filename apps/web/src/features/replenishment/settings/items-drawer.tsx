import { type ClipboardEvent, type ReactNode, useState } from 'react'
import type { PlayGroup } from '../../../api/shared-queries.ts'
import { Ball } from '../../../components/ball/ball.tsx'
import { isSumPlay } from '../../../components/ball/ball-colour.ts'
import { Drawer } from '../../../components/dialogs/drawer.tsx'
import { readTyped } from '../../../lib/typed-amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { moveInGrid } from '../../../ui/matrix/field-keys.ts'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { ItemFill } from './item-fill.tsx'
import {
  fieldsOfItems,
  type ItemField,
  type ItemFields,
  isListed,
  itemKey,
  itemsOfFields,
  itemsOfPlay,
  typedItem,
} from './item-limits.ts'
import { areNumbers, BOARD_ROWS, type Pasted, pastedLimits } from './item-sets.ts'
import css from './setting.module.css'
import type { ItemLimit } from './settings-model.ts'

const words = replenishmentText
const EMPTY: ItemField = { text: '', keep: false }

type Faults = Extract<Pasted, { ok: false }>['faults']

/** A block from a spreadsheet; a single value is left to the field itself. */
const pasteInto = (
  event: ClipboardEvent<HTMLElement>,
  items: Parameters<typeof pastedLimits>[1],
  {
    readOnly,
    put,
    fail,
  }: {
    readonly readOnly: boolean
    readonly put: (texts: Extract<Pasted, { ok: true }>['texts']) => void
    readonly fail: (faults: Faults) => void
  },
): void => {
  const text = event.clipboardData.getData('text/plain')
  const at = event.target instanceof HTMLElement ? event.target.closest('li')?.querySelector('[data-item]') : null
  if (readOnly || !/[\t\n]/.test(text.trim())) return
  event.preventDefault()
  const read = pastedLimits(text, items, at?.getAttribute('data-item') ?? '')
  fail(read.ok ? [] : read.faults)
  if (!read.ok) return
  put(read.texts)
  showToast('success', words.itemSets.pasted(read.texts.length))
}

const PasteFaults = ({ faults }: { readonly faults: Faults }): ReactNode =>
  faults.length === 0 ? null : (
    <div className="form-problem" role="alert">
      {words.itemSets.faults}
      <ul>
        {faults.map(({ line, why }) => (
          <li key={line}>{words.itemSets.fault(line, why)}</li>
        ))}
      </ul>
    </div>
  )

type Props = {
  readonly gameType: string
  readonly group: PlayGroup
  readonly items: readonly ItemLimit[]
  readonly readOnly: boolean
  readonly onApply: (items: readonly ItemLimit[]) => void
  readonly onClose: () => void
}

/** Hold limits of single items, beside the group's. */
export const ItemsDrawer = ({ gameType, group, items, readOnly, onApply, onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [fields, setFields] = useState<ItemFields>(() => fieldsOfItems(items))
  const [playCode, setPlayCode] = useState(items[0]?.playCode ?? group.plays[0]?.code ?? '')
  const [faults, setFaults] = useState<Faults>([])
  const set = (key: string, field: ItemField): void => setFields({ ...fields, [key]: field })
  const applied = itemsOfFields(fields)
  const clear = (): void =>
    setFields(Object.fromEntries(Object.entries(fields).filter(([key]) => !key.startsWith(`${playCode} `))))
  const shown = itemsOfPlay(gameType, playCode, fields)
  const onBoard = areNumbers(shown)
  const put = (texts: readonly { readonly itemCode: string; readonly text: string }[]): void =>
    setFields((held) => ({
      ...held,
      ...Object.fromEntries(texts.map(({ itemCode, text }) => [itemKey(playCode, itemCode), { text, keep: false }])),
    }))
  return (
    <Drawer
      open
      title={words.itemsTitle(group.name)}
      size={mobile ? '100%' : onBoard ? 1000 : 620}
      closable={{ 'aria-label': appText.close }}
      onClose={onClose}
      destroyOnHidden
      footer={
        <div className="dialog-foot">
          <button type="button" className="ghost-button" onClick={onClose}>
            {words.cancel}
          </button>
          <button
            type="button"
            className="plain-button"
            disabled={readOnly || applied === null}
            onClick={() => (applied ? onApply(applied) : undefined)}
          >
            {words.itemsApply}
          </button>
        </div>
      }
    >
      <p className="dialog-note">{words.itemsNote}</p>
      <div className={css.itemsTools}>
        <Choice
          label={words.itemPlay}
          value={playCode}
          options={group.plays.map(({ code, name }) => ({ value: code, label: name }))}
          onChange={setPlayCode}
        />
        <button type="button" className="ghost-button" onClick={clear} disabled={readOnly}>
          {words.itemsClear}
        </button>
      </div>
      <PasteFaults faults={faults} />
      {isListed(gameType, playCode) ? null : (
        <AddItem
          key={playCode}
          onAdd={(text) => {
            const itemCode = typedItem(gameType, playCode, text)
            if (itemCode !== null) set(itemKey(playCode, itemCode), fields[itemKey(playCode, itemCode)] ?? EMPTY)
            return itemCode !== null
          }}
        />
      )}
      {readOnly ? null : <ItemFill key={playCode} gameType={gameType} items={shown} onPut={put} />}
      <ItemsGrid
        {...{ gameType, playCode, fields, readOnly, put }}
        items={shown}
        onPasteFaults={setFaults}
        onField={set}
      />
    </Drawer>
  )
}

type GridProps = {
  readonly gameType: string
  readonly playCode: string
  readonly items: ReturnType<typeof itemsOfPlay>
  readonly fields: ItemFields
  readonly readOnly: boolean
  readonly put: (texts: Extract<Pasted, { ok: true }>['texts']) => void
  readonly onPasteFaults: (faults: Faults) => void
  readonly onField: (key: string, field: ItemField) => void
}

/** The items with their fields; numbers stand in columns of ten, as on the board. */
const ItemsGrid = (props: GridProps): ReactNode => {
  const { gameType, playCode, items: shown, fields, readOnly, put, onPasteFaults, onField } = props
  const onBoard = areNumbers(shown)
  return (
    <ul
      className={onBoard ? `${css.itemsGrid} ${css.itemsBoard}` : css.itemsGrid}
      onKeyDown={moveInGrid}
      onPaste={(event) => pasteInto(event, shown, { readOnly, put, fail: onPasteFaults })}
    >
      {shown.map(({ itemCode, name }, line) => {
        const key = itemKey(playCode, itemCode)
        return (
          <ItemRow
            key={key}
            gameType={gameType}
            sum={isSumPlay(playCode)}
            name={name}
            itemCode={itemCode}
            field={fields[key] ?? EMPTY}
            readOnly={readOnly}
            cell={onBoard ? `${line % BOARD_ROWS}:${Math.trunc(line / BOARD_ROWS)}` : `${line}:0`}
            onChange={(field) => onField(key, field)}
          />
        )
      })}
    </ul>
  )
}

type ItemRowProps = {
  readonly gameType: string
  readonly sum: boolean
  readonly name: string
  readonly itemCode: string
  readonly field: ItemField
  readonly readOnly: boolean
  readonly cell: string
  readonly onChange: (field: ItemField) => void
}

const ItemRow = ({ gameType, sum, name, itemCode, field, readOnly, cell, onChange }: ItemRowProps): ReactNode => (
  <li>
    <span className="items-name" data-item={itemCode}>
      {/^\d{1,2}$/.test(itemCode) ? <Ball gameType={gameType} number={Number(itemCode)} sum={sum} /> : name}
    </span>
    <FieldInput
      label={words.itemLimitOf(name)}
      value={field.keep ? '' : field.text}
      problem={field.keep || readTyped(field.text).ok ? null : words.problems.amount}
      disabled={readOnly || field.keep}
      cell={cell}
      onChange={(text) => onChange({ ...field, text })}
    />
    <label className={css.itemsKeep}>
      <input
        type="checkbox"
        aria-label={words.itemKeepOf(name)}
        checked={field.keep}
        disabled={readOnly}
        onChange={(event) => onChange({ ...field, keep: event.currentTarget.checked })}
      />
      {words.keepAll}
    </label>
  </li>
)

/** Adds a typed combination; one that the play does not have shows an error. */
const AddItem = ({ onAdd }: { readonly onAdd: (text: string) => boolean }): ReactNode => {
  const [text, setText] = useState('')
  const [unknown, setUnknown] = useState(false)
  const add = (): void => {
    const known = onAdd(text)
    setUnknown(!known)
    if (known) setText('')
  }
  return (
    <div className={css.itemsAdd}>
      <FieldInput
        label={words.itemAdd}
        mode="text"
        value={text}
        placeholder={words.itemAddHint}
        problem={unknown ? words.itemUnknown : null}
        onChange={(next) => {
          setText(next)
          setUnknown(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') add()
        }}
      />
      <button type="button" className="ghost-button" disabled={text.trim() === ''} onClick={add}>
        {words.itemAdd}
      </button>
    </div>
  )
}
