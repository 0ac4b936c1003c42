import { type Code, httpStatusOf, type RefusalName, refusalAnswer } from '@strata/contract/errors'
import type { ParameterIssue } from '@strata/contract/issues'
import { fieldLabel } from '@strata/contract/labels'
import { must } from '@strata/domain/must'

export type RefusalDetails = Readonly<Record<string, string | number>>

/** An expected refusal, returned as a value by use cases. The edge converts it once to code and Chinese text. */
export class Refusal {
  readonly name: RefusalName
  /** Fills the `{name}` places of the text. */
  readonly details: RefusalDetails
  /** `data` of the envelope. */
  readonly data: unknown

  constructor(name: RefusalName, details: RefusalDetails = {}, data: unknown = null) {
    this.name = name
    this.details = details
    this.data = data
  }
}

/** Every refusal but that of a parameter: one says which with `badField`, or with `badRequest` that there is none. */
export type RuleRefusal = Exclude<RefusalName, 'badParameter'>

/** A refusal as a value: `return refuse('balanceTooLow')`. */
export const refuse = (name: RuleRefusal, details?: RefusalDetails, data?: unknown): Refusal =>
  new Refusal(name, details, data)

/** The field's own name, without where it is: `amount` of `orders.3.amount`. */
const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1)

/** A refusal of one field: `path` is where it is in the request, `field` its Chinese name where it has one of its own. */
export const badField = (path: string, message: string, field: string = fieldLabel(nameIn(path))): Refusal =>
  badFields([{ path, field, message }])

/** A refusal of several fields; the message is the first one's. */
export const badFields = (issues: readonly ParameterIssue[]): Refusal =>
  new Refusal('badParameter', { message: must(issues[0], 'an issue').message }, { issues })

/** A refusal of the request itself, where no field of it can be named. */
export const badRequest = (message?: string): Refusal =>
  new Refusal('badParameter', message === undefined ? {} : { message })

/** Carries a refusal out of a transaction that must be rolled back. Only the edge catches it. */
export class RefusalError extends Error {
  override name = 'RefusalError'
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.name)
    this.refusal = refusal
  }
}

export interface Envelope {
  readonly code: Code
  readonly data: unknown
  readonly message: string
  readonly isSuccess: boolean
}

/** A refusal in words. What is wrong with a parameter has words of its own. */
export function refusalText({ name, details }: Refusal): string {
  const own = name === 'badParameter' ? details['message'] : undefined
  return own === undefined ? refusalAnswer(name, details).message : String(own)
}

/** The envelope of a refusal with its HTTP status. */
export function refusalEnvelope(refusal: Refusal): { status: number; body: Envelope } {
  const { code } = refusalAnswer(refusal.name, refusal.details)
  return {
    status: httpStatusOf(code),
    body: { code, data: refusal.data, message: refusalText(refusal), isSuccess: false },
  }
}
