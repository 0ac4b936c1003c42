import * as calls from '@strata/contract/calls/admin-merchants'
import { CODES } from '@strata/contract/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { keyOf, queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ChangedMeanwhile } from '../../components/dialogs/changed-meanwhile.tsx'
import { useLeaveQuestion } from '../../components/dialogs/use-leave-question.tsx'
import { ListState } from '../../components/list-state.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { showAmount } from '../../lib/amount.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { merchantsText } from '../../text/zh-CN/rooms/merchants.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Switch } from '../../ui/fields/choice.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { SaveBar } from '../../ui/page/save-bar.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import termsCss from '../tree/terms/terms.module.css'
import {
  changedRules,
  type Draft,
  type Edits,
  editedDraft,
  type Info,
  merchantConflicts,
  NO_EDITS,
  wishOf,
} from './edit-model.ts'
import { LogoField } from './logo-field.tsx'
import { type RulesDraft, rulesFaults } from './merchant-form.ts'
import { HostField, RulesPanels } from './rules-panels.tsx'
import { SectionLinks } from './section-links.tsx'

const words = merchantsText.form

const useSaving = (info: Info, draft: Draft, onSaved: () => void) => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const save = async (): Promise<void> => {
    setBusy(true)
    setRefusal(null)
    const { agentPathsId, version } = info
    try {
      const wish = { agentPathsId, version, ...wishOf(info, draft), requestId: newRequestId() }
      await api.call(calls.merchantUpdate, wish)
      await refreshAfter(client, calls.merchantUpdate)
      showToast('success', words.changed)
      onSaved()
    } catch (caught) {
      if (caught instanceof ApiRefusal) setRefusal(caught.message)
      // What the other one saved is read and shown beside what is typed here.
      if (caught instanceof ApiRefusal && caught.code === CODES.changed)
        await client.invalidateQueries({ queryKey: keyOf(calls.merchantInfo) })
    } finally {
      setBusy(false)
    }
  }
  return { busy, refusal, save }
}

const IdentityPanel = ({
  info,
  draft,
  set,
  children,
}: {
  readonly info: Info
  readonly draft: Draft
  readonly set: (change: Partial<Draft>) => void
  readonly children: ReactNode
}): ReactNode => (
  <section className="card panel" id="section-identity">
    <header>
      <h3>{words.sections.identity}</h3>
      <span>
        <LogLink of={{ target: info.accountName }} />
      </span>
    </header>
    <div className="panel-body form">
      <TextField
        label={words.nickname}
        hint={words.hints.nickname}
        autoComplete="off"
        maxLength={32}
        value={draft.nickname}
        onChange={(text) => set({ nickname: text })}
      />
      {info.fundMode === 'credit' ? (
        <Labelled label={words.autoReset} hint={words.autoResetHint}>
          {() => (
            <Switch label={words.autoReset} checked={draft.autoReset} onChange={(autoReset) => set({ autoReset })} />
          )}
        </Labelled>
      ) : null}
      {children}
    </div>
  </section>
)

type Props = { readonly onBack: () => void }

const EditForm = ({ info, onBack }: Props & { readonly info: Info }): ReactNode => {
  const [opened] = useState(info)
  // Only what is typed is held: the rest follows what somebody else saves meanwhile.
  const [edits, setEdits] = useState<Edits>(NO_EDITS)
  const [logoProblem, setLogoProblem] = useState<string | null>(null)
  const draft = editedDraft(info, edits)
  const set = (change: Partial<Omit<Draft, 'rules'>>): void => setEdits((held) => ({ ...held, ...change }))
  const faults = rulesFaults(draft.rules)
  const changes = Object.keys(wishOf(info, draft)).length
  const { question, free } = useLeaveQuestion(changes > 0, { why: peopleText.leave.unsaved, within: true })
  const leave = (): void => {
    free()
    onBack()
  }
  const { busy, refusal, save } = useSaving(info, draft, leave)
  const isWrong = Object.keys(faults).length > 0 || logoProblem !== null
  const rules = {
    draft: draft.rules,
    faults,
    onChange: (next: RulesDraft) =>
      setEdits((held) => ({ ...held, rules: changedRules(draft.rules, next, held.rules) })),
    openHint: words.openNow(showAmount(info.openStake)),
    lineHint: words.lineNow(Number(info.platformLine) === 0 ? null : showAmount(info.platformLine)),
  }
  return (
    <div className="list-page">
      <PageHead
        back={peopleText.back}
        title={words.edit(info.nickname || info.code)}
        facts={[info.code, info.accountName, merchantsText.modes[info.fundMode]]}
        onBack={onBack}
      />
      <div className={termsCss.termsPage}>
        <SectionLinks names={['identity', 'lease', 'limits']} />
        <div className={termsCss.termsBody}>
          <ChangedMeanwhile cells={merchantConflicts(opened, info, edits)} />
          <IdentityPanel info={info} draft={draft} set={set}>
            <HostField {...rules} />
            <LogoField
              logo={draft.logo}
              problem={logoProblem}
              onChange={(logo) => set({ logo })}
              onProblem={setLogoProblem}
            />
          </IdentityPanel>
          <RulesPanels {...rules} />
        </div>
      </div>
      <SaveBar
        status={
          <>
            <span>{words.changes(changes)}</span>
            {refusal === null ? null : <em role="alert">{refusal}</em>}
          </>
        }
      >
        <button type="button" className="ghost-button" onClick={leave}>
          {peopleText.discard}
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={busy || isWrong || changes === 0}
          onClick={() => void save()}
        >
          {busy ? peopleText.working : words.save}
        </button>
      </SaveBar>
      {question}
    </div>
  )
}

/** Name, logo, lease and limits of a merchant. */
export const EditMerchantPage = ({ agentPathsId, onBack }: Props & { readonly agentPathsId: number }): ReactNode => {
  const info = useQuery({ ...queryOf(calls.merchantInfo, { agentPathsId }), gcTime: 0 })
  return (
    <ListState query={info} isEmpty={() => false} empty="">
      {(data) => <EditForm key={data.agentPathsId} info={data} onBack={onBack} />}
    </ListState>
  )
}
