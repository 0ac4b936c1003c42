import '../ui/table.css'
import '../ui/list-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../api/api.ts'
import { loginLogCall } from '../api/people-calls.ts'
import { formatInstant } from '../lib/instant.ts'
import type { DayRange } from '../lib/time.ts'
import { appText } from '../text/zh-CN/app.ts'
import { logText } from '../text/zh-CN/log.ts'
import { Pager } from '../ui/pager.tsx'
import { MOBILE, useMedia } from '../ui/use-media.ts'
import { deviceName } from './device-name.ts'
import { ListState } from './list-state.tsx'

const PAGE_SIZE = 20

type Props = {
  /** Absent: one's own. */
  readonly agentPathsId?: number
  readonly range?: DayRange
}

/** Sign-ins and attempts: when, from where, with what, and what came of it. */
export const LoginLog = ({ agentPathsId, range }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [held, setHeld] = useState({ of: '', pageIndex: 1 })
  const asked = JSON.stringify([agentPathsId, range])
  const pageIndex = held.of === asked ? held.pageIndex : 1
  const log = useQuery({
    queryKey: ['login-log', agentPathsId ?? null, range ?? null, pageIndex],
    queryFn: ({ signal }) =>
      api.call(
        loginLogCall,
        { pageIndex, pageSize: PAGE_SIZE, ...range, ...(agentPathsId === undefined ? {} : { agentPathsId }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <ListState query={log} isEmpty={({ items }) => items.length === 0} empty={logText.noLogins}>
      {(data) => (
        <>
          {mobile ? (
            <ul className="list-cards">
              {data.items.map((row) => (
                <li key={row.id}>
                  <p className="line">
                    <b>{row.result}</b>
                    <span>{formatInstant(row.at)}</span>
                  </p>
                  <p className="line">
                    {row.accountName} · {row.ip} {row.region} · {deviceName(row.device)}
                  </p>
                </li>
              ))}
            </ul>
          ) : (
            <section
              className="table-scroll list-scroll"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
              tabIndex={0}
              aria-label={logText.logins}
            >
              <table className="table">
                <thead>
                  <tr>
                    {[logText.at, logText.account, logText.ip, logText.region, logText.device, logText.result].map(
                      (word) => (
                        <th key={word} scope="col" className="left">
                          {word}
                        </th>
                      ),
                    )}
                  </tr>
                </thead>
                <tbody>
                  {data.items.map((row) => (
                    <tr key={row.id}>
                      <td className="left">{formatInstant(row.at)}</td>
                      <td className="left">{row.accountName}</td>
                      <td className="left">{row.ip}</td>
                      <td className="left">{row.region === '' ? '—' : row.region}</td>
                      <td className="left" title={row.device}>
                        {deviceName(row.device)}
                      </td>
                      <td className="left">{row.result}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </section>
          )}
          {data.total > PAGE_SIZE ? (
            <Pager
              pageIndex={pageIndex}
              pageSize={PAGE_SIZE}
              total={data.total}
              more={data.more ?? false}
              words={appText}
              onPage={(page) => setHeld({ of: asked, pageIndex: page })}
            />
          ) : null}
        </>
      )}
    </ListState>
  )
}
