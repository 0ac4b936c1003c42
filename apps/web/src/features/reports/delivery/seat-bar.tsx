import type { ReactNode } from 'react'
import type { TrailStep } from '../../../components/crumbs.tsx'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import css from './delivery.module.css'

type Props = {
  /** The path whose report is shown; null: the user's own. */
  readonly seat: TrailStep | null
  readonly onSeat: (agentPathsId: number | null) => void
}

type LinkProps = Pick<Props, 'onSeat'> & {
  /** A path that was opened in the user's own report. */
  readonly opened: TrailStep | null
}

/** Switches to the report as a downline sees it, which is not a part of the user's own. */
export const SeatLink = ({ opened, onSeat }: LinkProps): ReactNode =>
  opened === null ? null : (
    <button type="button" className="link-button" onClick={() => onSeat(opened.agentPathsId)}>
      {reportText.seatOf(opened.accountName)}
    </button>
  )

/** Says that the report is a downline's, with the way back. */
export const SeatBar = ({ seat, onSeat }: Props): ReactNode => {
  if (!seat) return null
  return (
    <p className={css.seatBar} role="status">
      {reportText.seatNote(seat.accountName)}{' '}
      <button type="button" className="link-button" onClick={() => onSeat(null)}>
        {reportText.seatLeave}
      </button>
    </p>
  )
}
