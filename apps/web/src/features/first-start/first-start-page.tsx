import '../../ui/fields/labelled.css'
import * as firstStartCalls from '@strata/contract/calls/first-start'
import { type ReactNode, useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import secondCss from '../../components/forms/second-factor.module.css'
import cardCss from '../../components/public-frame/card.module.css'
import { Frame } from '../../components/public-frame/public-frame.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { fieldText } from '../../text/zh-CN/entry/field.ts'
import { firstStartText as words } from '../../text/zh-CN/entry/first-start.ts'
import { watchCapsLock } from '../../ui/fields/caps-lock.ts'
import { CompanyStep } from './company-step.tsx'
import css from './first-start.module.css'
import { BLANK, type Typed, tokenOf } from './first-start-model.ts'
import { ValidatorStep } from './validator-step.tsx'

watchCapsLock(fieldText.capsLock)

type Link = { readonly token: string; readonly until: number; readonly secret: string }

/** What the link opens; null: nothing any more. Undefined while it is asked. */
const useLink = (): Link | null | undefined => {
  const [link, setLink] = useState<Link | null>()
  useEffect(() => {
    const token = tokenOf(window.location.hash)
    if (token === null) {
      setLink(null)
      return
    }
    api.call(firstStartCalls.firstStartBegin, { token }, { automatic: true }).then(
      (answer) => setLink({ ...answer, token }),
      () => setLink(null),
    )
  }, [])
  return link
}

/** Creates head company and operator; the recovery codes, or why not. */
const finish = async ({ token }: Link, typed: Typed, verifyCode: string): Promise<readonly string[] | string> => {
  try {
    const { recoveryCodes } = await api.call(
      firstStartCalls.firstStartFinish,
      {
        token,
        platformName: typed.platformName.trim(),
        headName: typed.headName.trim(),
        accountName: typed.account,
        password: await seal(typed.password),
        verifyCode,
        requestId: newRequestId(),
      },
      { atField: 'all' },
    )
    // The link is used up: it need not stay in the history.
    window.history.replaceState(null, '', '/setup')
    return recoveryCodes
  } catch (caught) {
    return caught instanceof ApiRefusal ? caught.message : ''
  }
}

/** /setup#token: from an empty production database to the first operator, who has a second factor before anything exists. */
export const FirstStartPage = (): ReactNode => {
  const link = useLink()
  const [typed, setTyped] = useState<Typed>(BLANK)
  const [step, setStep] = useState<1 | 2 | 3>(1)
  const [codes, setCodes] = useState<readonly string[]>([])
  if (!link) {
    return (
      <Frame title={words.title}>
        {link === null ? (
          <p className="entry-banner" role="alert">
            {words.lost}
          </p>
        ) : (
          <p className="entry-note">{words.loading}</p>
        )}
        {link === null ? <SignInLink /> : null}
      </Frame>
    )
  }
  return (
    <Frame title={step === 3 ? words.done : words.title}>
      <div className={`${cardCss.card} ${css.setup}`}>
        <p className={css.step}>{words.stepOf(step, words.steps[step - 1] ?? '')}</p>
        {step === 1 ? (
          <>
            <p className="entry-note">{words.until(formatInstant(link.until).slice(0, 16))}</p>
            <CompanyStep typed={typed} onType={setTyped} onNext={() => setStep(2)} />
          </>
        ) : null}
        {step === 2 ? (
          <ValidatorStep
            typed={typed}
            secret={link.secret}
            onBack={() => setStep(1)}
            onFinish={async (verifyCode) => {
              const made = await finish(link, typed, verifyCode)
              if (typeof made === 'string') return made
              setCodes(made)
              setStep(3)
              return null
            }}
          />
        ) : null}
        {step === 3 ? <RecoveryCodes codes={codes} /> : null}
      </div>
    </Frame>
  )
}

const SignInLink = (): ReactNode => (
  <p className="entry-links">
    <a href="/login">{words.signIn}</a>
  </p>
)

const RecoveryCodes = ({ codes }: { readonly codes: readonly string[] }): ReactNode => (
  <>
    <p className="entry-banner">{words.recoveryNote}</p>
    <ul className={secondCss.codes} aria-label={words.recovery}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <CopyButton text={codes.join('\n')} label={words.copyAll} />
    <p className="entry-note">{words.after}</p>
    <SignInLink />
  </>
)
