import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Switch } from '../../../ui/fields/choice.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import settingCss from '../settings/setting.module.css'
import css from './fly-out.module.css'
import { FlyOutRuleDialog, RuleCells } from './fly-out-rule.tsx'
import { type FlyOutSaved, useBooks, useMayFlyOut } from './use-fly-out.ts'

const words = flyOutText.settings
type Child = FlyOutSaved['downline'][number]

/**
 * Which direct children may fly out. Allowing applies at once; removing the right asks first, because it switches
 * off settings.
 */
export const FlyOutDownline = ({ downline }: { readonly downline: readonly Child[] }): ReactNode => {
  const client = useQueryClient()
  const mayEdit = useMayFlyOut()
  const [taking, setTaking] = useState<Child | null>(null)
  const [ruling, setRuling] = useState<Child | null>(null)
  const books = useBooks(mayEdit).data ?? []
  const [busy, setBusy] = useState(false)
  const save = async ({ agentPathsId, version }: Child, isAllowPilotOut: boolean): Promise<void> => {
    setBusy(true)
    try {
      const items = [{ agentPathsId, version, isAllowPilotOut }]
      await api.call(flyOutsCalls.flyOutAllowedSet, { items, requestId: newRequestId() })
      showToast('success', words.downlineSaved)
    } finally {
      await refreshAfter(client, flyOutsCalls.flyOutAllowedSet)
      setBusy(false)
    }
  }
  if (downline.length === 0) return <p className="message-line">{words.downlineEmpty}</p>
  return (
    <>
      <div className={settingCss.downlineTools}>
        <p>{mayEdit ? words.downlineNote : flyOutText.readOnly}</p>
      </div>
      <div className="table-scroll">
        <table className={`table ${css.flyOutDownline}`}>
          <thead>
            <tr>
              <th scope="col" className="left pin">
                {words.downlineColumns.account}
              </th>
              {(['allowed', 'books', 'byHand', 'maxPerItem', 'actions'] as const).map((head) => (
                <th key={head} scope="col" className={head === 'maxPerItem' ? '' : 'left'}>
                  {words.downlineColumns[head]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {downline.map((child) => (
              <tr key={child.agentPathsId} data-child={child.accountName}>
                <th scope="row" className="left pin">
                  {child.accountName}
                </th>
                <td className="left">
                  <Switch
                    label={words.allow(child.accountName)}
                    checked={child.isAllowPilotOut}
                    disabled={!mayEdit || busy}
                    // The error was shown; the list shows the saved state.
                    onChange={(on) => (on ? void save(child, true).catch(() => {}) : setTaking(child))}
                  />
                </td>
                <RuleCells child={child} books={books} onEdit={mayEdit ? setRuling : null} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {ruling ? <FlyOutRuleDialog child={ruling} books={books} onClose={() => setRuling(null)} /> : null}
      {taking ? (
        <ConfirmDialog
          title={words.takeTitle(taking.accountName)}
          confirm={peopleText.confirm}
          danger
          onConfirm={() => save(taking, false)}
          onClose={() => setTaking(null)}
        >
          <p className="dialog-note">{words.takeText}</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}
