import type { ReactNode } from 'react'
import { TimeField } from '../../components/days/time-field.tsx'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import type { Faults, RulesDraft } from './merchant-form.ts'

const words = merchantsText.form

export type RulesProps = {
  readonly draft: RulesDraft
  readonly faults: Faults<RulesDraft>
  readonly onChange: (draft: RulesDraft) => void
  /** Shown below the limit on open stakes. */
  readonly openHint?: string | undefined
  /** Shown below the warning line. */
  readonly lineHint?: string | undefined
}

type FieldProps = RulesProps & {
  readonly name: keyof RulesDraft
  readonly hint?: string | undefined
  readonly mode?: 'numeric' | 'decimal'
}

const RuleField = ({ draft, faults, onChange, name, hint, mode }: FieldProps): ReactNode => (
  <TextField
    label={words[name]}
    hint={hint}
    problem={faults[name] ?? null}
    inputMode={mode}
    autoComplete="off"
    maxLength={100}
    value={draft[name]}
    onChange={(text) => onChange({ ...draft, [name]: text })}
  />
)

const LEASE = { leaseFrom: words.leaseFromHint, leaseUntil: words.leaseUntilHint } as const

/** The lease of a merchant, its limits, and how its people reach it. */
export const RulesPanels = (props: RulesProps): ReactNode => (
  <>
    <section className="card panel" id="section-lease">
      <header>
        <h3>{words.sections.lease}</h3>
        <span>{words.leaseNote}</span>
      </header>
      <div className="panel-body form">
        {(['leaseFrom', 'leaseUntil'] as const).map((name) => (
          <TimeField
            key={name}
            kind="day"
            label={words[name]}
            hint={LEASE[name]}
            problem={props.faults[name] ?? null}
            value={props.draft[name]}
            onChange={(value) => props.onChange({ ...props.draft, [name]: value })}
          />
        ))}
      </div>
    </section>
    <section className="card panel" id="section-limits">
      <header>
        <h3>{words.sections.limits}</h3>
        <span>{words.limitsNote}</span>
      </header>
      <div className="panel-body form">
        <RuleField {...props} name="betsPerSecond" mode="numeric" hint={words.rateHint} />
        <RuleField {...props} name="maxOpen" mode="decimal" hint={props.openHint ?? words.openHint} />
        <RuleField {...props} name="maxGroups" mode="numeric" hint={words.groupsHint} />
        <RuleField {...props} name="balanceLine" mode="decimal" hint={props.lineHint ?? words.lineHint} />
      </div>
    </section>
  </>
)

export const HostField = (props: RulesProps): ReactNode => <RuleField {...props} name="host" hint={words.hostHint} />
