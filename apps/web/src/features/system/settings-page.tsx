import * as adminCalls from '@strata/contract/calls/admin'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/list-page.css'
import '../../ui/page/table.css'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { ListState } from '../../components/list-state.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { systemSettingsText as words } from '../../text/zh-CN/rooms/system-settings.ts'
import { SettingDialog } from './setting-dialog.tsx'
import css from './settings.module.css'
import { GROUPS, type Setting, shownValue } from './settings-model.ts'

type Open = ((setting: Setting) => void) | null

const Row = ({ setting, open }: { readonly setting: Setting; readonly open: Open }): ReactNode => (
  <li className={css.row} data-setting={setting.key}>
    <div className={css.name}>
      <b>{setting.name}</b>
      <p>{setting.note}</p>
    </div>
    <div className={css.value}>
      <b data-part="value">{shownValue(setting, setting.value)}</b>
      {setting.coming === undefined ? null : (
        <p data-part="coming">{words.coming(setting.coming.day, shownValue(setting, setting.coming.value))}</p>
      )}
      <p>
        {words.columns.standard} {shownValue(setting, setting.defaultValue)}
      </p>
    </div>
    <div className={css.effect}>
      <span>{words.effects[setting.effect]}</span>
      <p>{setting.since === null ? words.never : <TimeAgo at={setting.since} />}</p>
    </div>
    {open === null ? null : (
      <button
        type="button"
        className="link-button"
        aria-label={words.editOf(setting.name)}
        onClick={() => open(setting)}
      >
        {words.edit}
      </button>
    )}
  </li>
)

/** The settings of the whole platform: what each does, since when, and what it would be by itself. */
export const SystemSettingsPage = (): ReactNode => {
  const query = useQuery(queryOf(adminCalls.systemConfigQuery, {}))
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.changeSettings))
  const [openedKey, setOpenedKey] = useState<string | null>(null)
  const setOpened = ({ key }: Setting): void => setOpenedKey(key)
  // As it is now: what somebody else saves meanwhile is shown beside what was typed.
  const opened = query.data?.items.find(({ key }) => key === openedKey) ?? null
  return (
    <div className={css.page}>
      <ListState query={query} isEmpty={() => false}>
        {({ items }) =>
          GROUPS.map((group) => (
            <section key={group} className="card" aria-label={words.groups[group]}>
              <h2 className={css.head}>
                {words.groups[group]}
                {group === GROUPS[0] ? <LogLink of={{ target: words.label }} /> : null}
              </h2>
              <ul>
                {items
                  .filter((setting) => setting.group === group)
                  .map((setting) => (
                    <Row key={setting.key} setting={setting} open={mayChange ? setOpened : null} />
                  ))}
              </ul>
            </section>
          ))
        }
      </ListState>
      {opened === null ? null : (
        <SettingDialog setting={opened} version={query.data?.version ?? 0} onClose={() => setOpenedKey(null)} />
      )}
    </div>
  )
}
