import type { Answer } from '../../api/client.ts'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { type RulesDraft, rulesDraftOf, rulesWish } from './merchant-form.ts'

/** What the change page of a merchant holds. */

const words = merchantsText.form

export type Info = Answer<'admin.merchantInfo'>
export type Draft = {
  readonly nickname: string
  readonly autoReset: boolean
  readonly logo: string
  readonly rules: RulesDraft
}
/** Only what was typed. */
export type Edits = Partial<Omit<Draft, 'rules'>> & { readonly rules: Partial<RulesDraft> }

export const NO_EDITS: Edits = { rules: {} }

const draftOf = (info: Info): Draft => ({
  nickname: info.nickname,
  autoReset: info.autoReset,
  logo: info.logo,
  rules: rulesDraftOf(info),
})

export const editedDraft = (info: Info, { rules, ...edits }: Edits): Draft => {
  const saved = draftOf(info)
  return { ...saved, ...edits, rules: { ...saved.rules, ...rules } }
}

/** The edits of the rules with the field that differs between these two. */
export const changedRules = (from: RulesDraft, to: RulesDraft, held: Partial<RulesDraft>): Partial<RulesDraft> => ({
  ...held,
  ...Object.fromEntries(Object.entries(to).filter(([name, text]) => text !== from[name as keyof RulesDraft])),
})

/** What differs from what was read, as the call takes it. */
export const wishOf = (info: Info, draft: Draft) => {
  const before = draftOf(info)
  const [was, is] = [rulesWish(before.rules), rulesWish(draft.rules)]
  const names = (Object.keys(is) as (keyof typeof is)[]).filter((name) => is[name] !== was[name])
  return {
    ...(draft.nickname === before.nickname ? {} : { nickname: draft.nickname.trim() }),
    ...(draft.autoReset === before.autoReset ? {} : { autoReset: draft.autoReset }),
    ...(draft.logo === before.logo ? {} : { logo: draft.logo }),
    ...Object.fromEntries(names.map((name) => [name, is[name]])),
  }
}

const shown = (text: string): string => (text === '' ? merchantsText.notSet : text)
const yesNo = (flag: boolean): string => (flag ? peopleText.yes : peopleText.no)

/** What somebody else saved since the page was opened, beside what was typed into it. */
export const merchantConflicts = (opened: Info, now: Info, edits: Edits): readonly ConflictCell[] => {
  const [was, is] = [draftOf(opened), draftOf(now)]
  const own: readonly ConflictCell[] = [
    {
      key: 'nickname',
      what: words.nickname,
      opened: shown(was.nickname),
      theirs: shown(is.nickname),
      mine: edits.nickname === undefined ? null : shown(edits.nickname),
    },
    {
      key: 'autoReset',
      what: words.autoReset,
      opened: yesNo(was.autoReset),
      theirs: yesNo(is.autoReset),
      mine: edits.autoReset === undefined ? null : yesNo(edits.autoReset),
    },
  ]
  const names = Object.keys(is.rules) as (keyof RulesDraft)[]
  const rules = names.map((name): ConflictCell => {
    const typed = edits.rules[name]
    const mine = typed === undefined ? null : shown(typed)
    return { key: name, what: words[name], opened: shown(was.rules[name]), theirs: shown(is.rules[name]), mine }
  })
  return [...own, ...rules].filter((cell) => cell.opened !== cell.theirs)
}
