import type { ReactNode } from 'react'
import { ChangeLog } from '../../components/change-log.tsx'
import { Drawer } from '../../components/drawer.tsx'
import { LoginLog } from '../../components/login-log.tsx'
import { treeText } from '../../text/zh-CN/tree.ts'
import { MOBILE, useMedia } from '../../ui/use-media.ts'
import type { AccountRow } from './row-actions.ts'

type Props = { readonly row: AccountRow; readonly which: 'loginLog' | 'changeLog'; readonly onClose: () => void }

/** Sign-ins of an account, or what was changed about it. */
export const LogDrawer = ({ row, which, onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  return (
    <Drawer
      open
      size={mobile ? '100%' : 860}
      title={`${row.accountName} ${treeText.actions[which]}`}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      {which === 'loginLog' ? (
        <LoginLog agentPathsId={row.agentPathsId} />
      ) : (
        <ChangeLog agentPathsId={row.agentPathsId} />
      )}
    </Drawer>
  )
}
