import type { ReactNode } from 'react'
import { Drawer } from '../../../components/dialogs/drawer.tsx'
import { ChangeLog } from '../../../components/logs/change-log.tsx'
import { LoginLog } from '../../../components/logs/login-log.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import type { OpenLog } from '../accounts/accounts-filters.ts'

type Props = {
  readonly log: OpenLog
  readonly onPage: (pageIndex: number) => void
  readonly onClose: () => void
}

/** Sign-ins of an account, or changes about it. */
export const LogDrawer = ({ log, onPage, onClose }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const { which, name, agentPathsId, pageIndex } = log
  return (
    <Drawer
      open
      size={mobile ? '100%' : 860}
      title={`${name} ${treeText.actions[which]}`}
      styles={{ body: { padding: 0 } }}
      onClose={onClose}
    >
      {which === 'loginLog' ? (
        <LoginLog agentPathsId={agentPathsId} pageIndex={pageIndex} onPage={onPage} />
      ) : (
        <ChangeLog agentPathsId={agentPathsId} pageIndex={pageIndex} onPage={onPage} />
      )}
    </Drawer>
  )
}
