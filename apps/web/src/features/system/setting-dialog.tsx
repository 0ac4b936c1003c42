import * as adminCalls from '@strata/contract/calls/admin'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { systemSettingsText as words } from '../../text/zh-CN/rooms/system-settings.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './settings.module.css'
import { isTyped, type Setting, shownValue, typedProblem } from './settings-model.ts'

/** Saves one setting. When somebody else has saved meanwhile, all are read again and that is said. */
const useSave = (version: number) => {
  const client = useQueryClient()
  return async (key: string, value: string): Promise<void> => {
    const wish = { version, items: [{ key, value }], requestId: newRequestId() }
    const said = { read: adminCalls.systemConfigQuery, text: words.changedByOther }
    await orReadAgain(client, said, () => api.call(adminCalls.systemConfigSet, wish))
    await refreshAfter(client, adminCalls.systemConfigSet)
    showToast('success', words.saved)
  }
}

type FieldProps = { readonly setting: Setting; readonly value: string; readonly onValue: (value: string) => void }

const Roles = ({ setting, value, onValue }: FieldProps): ReactNode => {
  const held = value === '' ? [] : value.split(',')
  const toggle = (role: string): void =>
    onValue((held.includes(role) ? held.filter((one) => one !== role) : [...held, role]).toSorted().join(','))
  return (
    <fieldset className={css.roles} aria-label={setting.name}>
      {Object.entries(words.roles).map(([role, name]) => (
        <label key={role}>
          <input type="checkbox" checked={held.includes(role)} onChange={() => toggle(role)} /> {name}
        </label>
      ))}
    </fieldset>
  )
}

const Field = ({ setting, value, onValue }: FieldProps): ReactNode => {
  if (setting.kind === 'roles') return <Roles setting={setting} value={value} onValue={onValue} />
  const label = setting.unit === '' ? setting.name : `${setting.name}（${setting.unit}）`
  return (
    <TextField
      label={label}
      problem={typedProblem(setting, value)}
      wide
      inputMode={setting.kind === 'text' || setting.kind === 'time' ? 'text' : 'numeric'}
      maxLength={40}
      value={value}
      onChange={(text) => onValue(text.trimStart())}
    />
  )
}

type Props = { readonly setting: Setting; readonly version: number; readonly onClose: () => void }

/** Changes one setting. */
export const SettingDialog = ({ setting, version, onClose }: Props): ReactNode => {
  const [value, setValue] = useState(setting.value)
  const [first] = useState(setting.value)
  const save = useSave(version)
  const isSame = value === setting.value
  const [known, setKnown] = useState(false)
  const risk = isSame || value === '0' ? undefined : words.risks[setting.key]
  return (
    <ConfirmDialog
      title={words.editOf(setting.name)}
      confirm={words.save}
      disabled={isSame || !isTyped(setting, value) || (risk !== undefined && !known)}
      onConfirm={() => save(setting.key, value)}
      onClose={onClose}
    >
      <p className={css.note}>
        {setting.note}。{words.effects[setting.effect]}。
      </p>
      {first === setting.value ? null : (
        <p className="dialog-warn" data-part="theirs">
          {words.theirs(
            shownValue(setting, setting.value),
            isTyped(setting, value) ? shownValue(setting, value) : value,
          )}
        </p>
      )}
      <div className="form">
        <Field setting={setting} value={value} onValue={setValue} />
      </div>
      {risk === undefined ? null : (
        <label className="dialog-warn">
          <input type="checkbox" checked={known} onChange={(event) => setKnown(event.currentTarget.checked)} /> {risk}
        </label>
      )}
      {value === setting.defaultValue ? null : (
        <button type="button" className="link-button" onClick={() => setValue(setting.defaultValue)}>
          {words.restore}
        </button>
      )}
    </ConfirmDialog>
  )
}
