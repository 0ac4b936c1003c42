import type { ReactNode } from 'react'
import { isSignedIn } from '../../api/session.ts'
import { usePlatformName } from '../../components/public-frame/platform-name.ts'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import { PhonePicture, PICTURES } from './pictures.tsx'
import css from './public.module.css'

const words = publicText.tutorial

/** How to set up the second factor, and the four main tasks with a picture each. Needs no sign-in. */
export const TutorialPage = (): ReactNode => {
  usePlatformName(words.title)
  return (
    <main className={css.tutorial}>
      <header>
        <h1>{words.title}</h1>
        <a href={isSignedIn() ? '/' : '/login'}>{isSignedIn() ? publicText.first.home : publicText.back}</a>
      </header>
      <h2>{words.bindTitle}</h2>
      <section className={`${css.tutorialCard} ${css.tutorialBind}`}>
        <div>
          <p className={css.tutorialNote}>{words.bindNote}</p>
          <ol>
            {words.bind.map((step, at) => (
              <li key={step}>
                <i aria-hidden="true">{at + 1}</i>
                {step}
              </li>
            ))}
          </ol>
        </div>
        <PhonePicture />
      </section>
      <h2>{words.jobsTitle}</h2>
      <div className={css.tutorialJobs}>
        {words.jobs.map(({ title, text }, at) => (
          <section key={title} className={css.tutorialCard}>
            {PICTURES[at]}
            <h3>{title}</h3>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </main>
  )
}
