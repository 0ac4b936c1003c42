import { type FormEvent, type ReactNode, useState } from 'react'
import { usePreference } from '../../api/preference.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { PanelButton } from '../../ui/pop-up/panel-button.tsx'
import { CopyButton } from '../copy-button.tsx'
import css from './saved-views.module.css'
import { isShown, MAX_NAME, MAX_VIEWS, readViews, storedSearch, withSaved, withView } from './saved-views-model.ts'
import { useAddress } from './use-address.ts'
import type { Table } from './use-table.ts'

const words = appText.views

type Props = { readonly table: Pick<Table<never, never>, 'name' | 'choice' | 'choose'> }

/** The saved views of one list; applying one changes the address, which stays the truth. */
const useViews = ({ name, choice, choose }: Props['table']) => {
  const { choice: held, ready, change } = usePreference(`views.${name}`, readViews)
  const { search, go } = useAddress()
  return {
    ready,
    views: held.views.map((view) => ({ ...view, shown: isShown(view, search, choice) })),
    isFull: held.views.length >= MAX_VIEWS,
    apply: (wanted: string): void => {
      const view = held.views.find((one) => one.name === wanted)
      if (!view) return
      go((address) => withView(address, view))
      choose(view.columns)
    },
    save: (wanted: string): void =>
      change({ views: withSaved(held.views, { name: wanted, search: storedSearch(search), columns: choice }) }),
    remove: (wanted: string): void => change({ views: held.views.filter((one) => one.name !== wanted) }),
  }
}

type Views = ReturnType<typeof useViews>

const SaveForm = ({ of: { ready, views, isFull, save } }: { readonly of: Views }): ReactNode => {
  const [name, setName] = useState('')
  const wanted = name.trim()
  const refused = isFull && !views.some((view) => view.name === wanted)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (wanted === '' || refused) return
    save(wanted)
    setName('')
  }
  return (
    <form className={css.save} onSubmit={submit}>
      <input
        className="text-input"
        aria-label={words.name}
        placeholder={words.name}
        maxLength={MAX_NAME}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" className="plain-button" disabled={!ready || wanted === '' || refused}>
        {words.save}
      </button>
      <p>{refused ? words.full(MAX_VIEWS) : words.note}</p>
    </form>
  )
}

/** Read only when it is opened: most visits of a list need no view. */
const Panel = ({ table, onApplied }: Props & { readonly onApplied: () => void }): ReactNode => {
  const of = useViews(table)
  return (
    <div className={css.views}>
      {of.ready && of.views.length === 0 ? <p>{words.none}</p> : null}
      <ul>
        {of.views.map(({ name, shown }) => (
          <li key={name}>
            <button
              type="button"
              className={css.view}
              aria-pressed={shown}
              onClick={() => {
                of.apply(name)
                onApplied()
              }}
            >
              {name}
            </button>
            <button type="button" className="link-button" onClick={() => of.remove(name)}>
              {words.remove}
              <span className="visually-hidden"> {name}</span>
            </button>
          </li>
        ))}
      </ul>
      <SaveForm of={of} />
      <CopyButton text={window.location.href} label={words.link} />
    </div>
  )
}

/** Filters and columns of a list under names, stored on the server for the person, and the link to what is shown. */
export const SavedViews = ({ table }: Props): ReactNode => (
  <PanelButton name={words.open}>{(close) => <Panel table={table} onApplied={close} />}</PanelButton>
)
