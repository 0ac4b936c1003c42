import * as adminCalls from '@strata/contract/calls/admin'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import '../../../ui/page/table.css'
import '../../../ui/page/list-page.css'
import type { Answer } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { PagedList } from '../../../components/data-table/paged-list.tsx'
import { useOwnPage } from '../../../components/data-table/use-own-page.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { formatInstant } from '../../../lib/instant.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { noticesText as words } from '../../../text/zh-CN/rooms/notices.ts'
import type { Notice } from './notice-model.ts'

type Reader = Answer<'admin.noticeReaders'>['items'][number]
const heads = words.readerColumns

const Rows = ({ rows }: { readonly rows: readonly Reader[] }): ReactNode => (
  <table className="table">
    <thead>
      <tr>
        {[heads.account, heads.path, heads.role, heads.at].map((head) => (
          <th key={head} className="left">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.accountName}>
          <th scope="row" className="left">
            {row.accountName}
          </th>
          <td className="left">{row.pathName}</td>
          <td className="left">{appText.roles[row.roleId]}</td>
          <td className="left">{formatInstant(row.at)}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** The accounts that have read a notice, the latest first. */
export const ReadersDialog = (props: { readonly notice: Notice; readonly onClose: () => void }): ReactNode => {
  const { notice, onClose } = props
  const page = useOwnPage()
  const { pageIndex, pageSize } = page
  const readers = useQuery({
    ...queryOf(adminCalls.noticeReaders, { id: notice.id, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog
      title={words.readersTitle}
      onClose={onClose}
      footer={<ExportButton call={adminCalls.noticeReaders} input={{ id: notice.id }} />}
    >
      <PagedList query={readers} empty={words.noReaders} {...page} desk={(rows) => <Rows rows={rows} />} />
    </Dialog>
  )
}
