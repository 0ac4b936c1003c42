import * as calls from '@strata/contract/calls/admin-merchants'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { refreshAfter } from '../../api/stale.ts'
import { useLeaveQuestion } from '../../components/dialogs/use-leave-question.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { PageHead } from '../../ui/page/page-head.tsx'
import { SaveBar } from '../../ui/page/save-bar.tsx'
import termsCss from '../tree/terms/terms.module.css'
import { AccountPanel, IdentityPanel } from './login-panels.tsx'
import { LogoField } from './logo-field.tsx'
import {
  capProblem,
  type GameDraft,
  loginFaults,
  NO_LOGIN,
  NO_RULES,
  rulesFaults,
  rulesWish,
  sameFields,
  termsWish,
} from './merchant-form.ts'
import { NewMerchantKey } from './new-merchant-key.tsx'
import { HostField, RulesPanels } from './rules-panels.tsx'
import { SectionLinks } from './section-links.tsx'
import { TermsPanel, useCopiedTerms } from './terms-panel.tsx'

const words = merchantsText.form
type Made = { readonly code: string; readonly key: string }

/** Everything that is typed on the page. */
const useForm = () => {
  const [login, setLogin] = useState(NO_LOGIN)
  const [password, setPassword] = useState('')
  const [rules, setRules] = useState(NO_RULES)
  const [logo, setLogo] = useState('')
  const [logoProblem, setLogoProblem] = useState<string | null>(null)
  const [source, setSource] = useState<number | null>(null)
  const [drafts, setDrafts] = useState<Readonly<Record<number, GameDraft>>>({})
  const query = useCopiedTerms(source)
  const copied = query.data
  const faults = { ...loginFaults(login, password), ...rulesFaults(rules) }
  const caps = Object.values(drafts).filter(({ downlineCap }) => capProblem(downlineCap) !== null).length
  const count = Object.keys(faults).length + caps + (logoProblem === null ? 0 : 1)
  const isSet =
    !sameFields(login, NO_LOGIN) ||
    !sameFields(rules, NO_RULES) ||
    password !== '' ||
    logo !== '' ||
    source !== null ||
    Object.keys(drafts).length > 0
  const chooseSource = (next: number | null): void => {
    setSource(next)
    setDrafts({})
  }
  const wish = async () => ({
    accountName: login.accountName.trim(),
    password: await seal(password),
    code: login.code.trim(),
    fundMode: login.fundMode,
    ...(login.nickname.trim() === '' ? {} : { nickname: login.nickname.trim() }),
    ...(source === null ? {} : { copyFrom: { agentPathsId: source } }),
    terms: { games: termsWish(copied ?? [], drafts) },
    ...(logo === '' ? {} : { logo }),
    ...rulesWish(rules),
  })
  const terms = { source, onSource: chooseSource, query, drafts, onDrafts: setDrafts }
  const picture = { logo, problem: logoProblem, onChange: setLogo, onProblem: setLogoProblem }
  return {
    login,
    setLogin,
    password,
    setPassword,
    rules,
    setRules,
    faults,
    count,
    isSet,
    ready: copied !== undefined,
    wish,
    terms,
    picture,
  }
}
type Form = ReturnType<typeof useForm>

const useCreation = ({ login, count, ready, wish }: Form, onMade: (made: Made) => void) => {
  const client = useQueryClient()
  const [judged, setJudged] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const submit = async (): Promise<void> => {
    setJudged(true)
    if (count > 0 || !ready) return
    setBusy(true)
    setRefusal(null)
    const requestId = newRequestId()
    try {
      const { key } = await callSealed(async (sealed) =>
        sealed.call(calls.merchantCreate, { ...(await wish()), requestId }),
      )
      void refreshAfter(client, calls.merchantCreate)
      onMade({ code: login.code.trim(), key })
    } catch (caught) {
      if (caught instanceof ApiRefusal) setRefusal(caught.message)
    } finally {
      setBusy(false)
    }
  }
  return { judged, busy, refusal, submit }
}

type Props = { readonly onBack: () => void }

const CreateForm = ({ onBack, onMade }: Props & { readonly onMade: (made: Made) => void }): ReactNode => {
  const form = useForm()
  const { question, free } = useLeaveQuestion(form.isSet, { why: peopleText.leave.unsaved, within: true })
  // What was typed is the merchant's now: its key asks for itself.
  const finish = (made: Made): void => {
    free()
    onMade(made)
  }
  const { judged, busy, refusal, submit } = useCreation(form, finish)
  const faults = judged ? form.faults : {}
  const login = {
    draft: form.login,
    password: form.password,
    faults,
    onChange: form.setLogin,
    onPassword: form.setPassword,
  }
  const rules = { draft: form.rules, faults, onChange: form.setRules }
  return (
    <div className="list-page">
      <PageHead back={peopleText.back} title={words.create} onBack={onBack} />
      <div className={termsCss.termsPage}>
        <SectionLinks names={['identity', 'account', 'terms', 'lease', 'limits']} />
        <div className={termsCss.termsBody}>
          <IdentityPanel {...login}>
            <HostField {...rules} />
            <LogoField {...form.picture} />
          </IdentityPanel>
          <AccountPanel {...login} />
          <TermsPanel {...form.terms} />
          <RulesPanels {...rules} />
        </div>
      </div>
      <SaveBar
        status={
          <>
            <span>{words.createNote}</span>
            {judged && form.count > 0 ? <em>{words.faults(form.count)}</em> : null}
            {!form.ready && form.terms.query.isError ? <em>{words.termsNeeded}</em> : null}
            {refusal === null ? null : <em role="alert">{refusal}</em>}
          </>
        }
      >
        <button type="button" className="ghost-button" onClick={onBack}>
          {peopleText.cancel}
        </button>
        <button type="button" className="plain-button" disabled={busy || !form.ready} onClick={() => void submit()}>
          {busy ? peopleText.working : words.do}
        </button>
      </SaveBar>
      {question}
    </div>
  )
}

/** A new merchant: who it is, its first account, its terms and rules; then its key, once. */
export const CreateMerchantPage = ({ onBack }: Props): ReactNode => {
  const [made, setMade] = useState<Made | null>(null)
  if (made === null) return <CreateForm onBack={onBack} onMade={setMade} />
  return (
    <div className="list-page">
      <PageHead back={peopleText.back} title={words.create} onBack={onBack} />
      <NewMerchantKey code={made.code} value={made.key} onDone={onBack} />
    </div>
  )
}
