import type { ReactNode } from 'react'

/** Pictures of the guide in the page's own colours, so that they fit both themes. */

const Bar = ({
  x,
  y,
  width,
  fill = 'var(--line)',
}: {
  x: number
  y: number
  width: number
  fill?: string
}): ReactNode => <rect x={x} y={y} width={width} height={8} rx={4} fill={fill} />

const BALLS = ['var(--ball-red)', 'var(--ball-blue)', 'var(--ball-green)', 'var(--ball-red)'] as const
const RISKS = [210, 150, 96, 40] as const

const Board = (
  <svg viewBox="0 0 320 130" aria-hidden="true">
    {RISKS.map((risk, row) => (
      <g key={risk} transform={`translate(16 ${10 + row * 28})`}>
        <rect width={288} height={24} rx={4} fill="var(--card)" />
        <rect width={risk} height={24} rx={4} fill="var(--shade)" />
        {row === 0 ? <rect width={3} height={24} fill="var(--warn-bar)" /> : null}
        <circle cx={20} cy={12} r={8} fill={BALLS[row]} />
        <Bar x={40} y={8} width={60} />
        <Bar x={220} y={8} width={56} fill={row < 2 ? 'var(--negative)' : 'var(--line)'} />
      </g>
    ))}
  </svg>
)

const SendUp = (
  <svg viewBox="0 0 320 130" aria-hidden="true">
    {[0, 1, 2].map((level) => (
      <g key={level} transform={`translate(${24 + level * 96} ${78 - level * 30})`}>
        <rect width={80} height={30} rx={6} fill={level === 0 ? 'var(--brand)' : 'var(--card)'} stroke="var(--line)" />
        <Bar x={14} y={11} width={52} fill={level === 0 ? 'var(--on-brand)' : 'var(--line)'} />
      </g>
    ))}
    <path d="M90 74 L116 62 M186 44 L212 32" stroke="var(--brand)" strokeWidth={3} fill="none" strokeLinecap="round" />
    <path
      d="M108 58 L118 61 L112 69 M204 28 L214 31 L208 39"
      stroke="var(--brand)"
      strokeWidth={3}
      fill="none"
      strokeLinecap="round"
    />
  </svg>
)

const Accounts = (
  <svg viewBox="0 0 320 130" aria-hidden="true">
    <path
      d="M160 40 V58 M76 58 H244 M76 58 V74 M160 58 V74 M244 58 V74"
      stroke="var(--ink-3)"
      strokeWidth={2}
      fill="none"
    />
    <rect x={116} y={12} width={88} height={28} rx={6} fill="var(--brand)" />
    <Bar x={134} y={22} width={52} fill="var(--on-brand)" />
    {[36, 120, 204].map((x) => (
      <g key={x}>
        <rect x={x} y={74} width={80} height={38} rx={6} fill="var(--card)" stroke="var(--line)" />
        <Bar x={x + 12} y={82} width={36} />
        <Bar x={x + 12} y={96} width={56} fill="var(--brand-soft)" />
      </g>
    ))}
  </svg>
)

const Report = (
  <svg viewBox="0 0 320 130" aria-hidden="true">
    <rect x={16} y={10} width={288} height={110} rx={6} fill="var(--card)" stroke="var(--line)" />
    {[0, 1, 2, 3].map((row) => (
      <g key={row} transform={`translate(16 ${18 + row * 26})`}>
        <Bar x={12} y={4} width={54} fill={row === 3 ? 'var(--ink-3)' : 'var(--brand)'} />
        <Bar x={110} y={4} width={48} />
        <Bar x={176} y={4} width={42} fill={row === 1 ? 'var(--negative)' : 'var(--line)'} />
        <Bar x={232} y={4} width={44} fill={row === 3 ? 'var(--good)' : 'var(--line)'} />
        <line x1={0} x2={288} y1={19} y2={19} stroke="var(--line-soft)" />
      </g>
    ))}
  </svg>
)

export const PICTURES: readonly ReactNode[] = [Board, SendUp, Accounts, Report]

/** A phone that shows six digits. */
export const PhonePicture = (): ReactNode => (
  <svg viewBox="0 0 200 170" aria-hidden="true">
    <rect x={58} y={8} width={84} height={154} rx={12} fill="var(--card)" stroke="var(--ink-3)" strokeWidth={2} />
    <rect x={88} y={14} width={24} height={4} rx={2} fill="var(--line)" />
    <Bar x={70} y={40} width={44} />
    <text x={100} y={88} textAnchor="middle" fontSize={19} fontWeight={600} fill="var(--brand)">
      482 916
    </text>
    <circle cx={100} cy={122} r={14} fill="none" stroke="var(--line)" strokeWidth={5} />
    <path d="M100 108 A14 14 0 1 1 86 122" fill="none" stroke="var(--brand)" strokeWidth={5} />
  </svg>
)
