import '../../ui/page/list-page.css'
import type { ReactNode } from 'react'
import { DayRangeField } from '../../components/days/day-range.tsx'
import { LoginLog } from '../../components/logs/login-log.tsx'
import { useRange } from './use-range.ts'

/** The user's own sign-ins and attempts. */
export const LoginLogPage = (): ReactNode => {
  const { today, range, pageIndex, setRange, setPage } = useRange()
  return (
    <div className="list-page">
      <section className="card list-card">
        <LoginLog
          range={range}
          pageIndex={pageIndex}
          onPage={setPage}
          tools={<DayRangeField range={range} today={today} onChange={setRange} />}
        />
      </section>
    </div>
  )
}
