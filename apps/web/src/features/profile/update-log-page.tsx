import '../../ui/page/list-page.css'
import type { ReactNode } from 'react'
import { DayRangeField } from '../../components/days/day-range.tsx'
import { ChangeLog } from '../../components/logs/change-log.tsx'
import { logText } from '../../text/zh-CN/shared/log.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { SearchBox } from '../../ui/fields/search-box.tsx'
import { useRange } from './use-range.ts'

/** Changes of the user's account and by it: before and after, one row per save. */
export const UpdateLogPage = (): ReactNode => {
  const { today, range, keyword, pageIndex, setRange, setKeyword, setPage } = useRange()
  return (
    <div className="list-page">
      <section className="card list-card">
        <ChangeLog
          range={range}
          keyword={keyword}
          pageIndex={pageIndex}
          onPage={setPage}
          tools={
            <>
              <DayRangeField range={range} today={today} onChange={setRange} />
              <SearchBox label={logText.keyword} value={keyword} button={peopleText.search} onSearch={setKeyword} />
            </>
          }
        />
      </section>
    </div>
  )
}
