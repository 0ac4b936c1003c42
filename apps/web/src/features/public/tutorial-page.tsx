import './public.css'
import type { ReactNode } from 'react'
import { isSignedIn } from '../../api/session.ts'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import { PhonePicture, PICTURES } from './pictures.tsx'

const words = publicText.tutorial

/** How to bind a phone, and the four main jobs with a picture each. Readable before the sign-in and after. */
export const TutorialPage = (): ReactNode => (
  <main className="tutorial">
    <header>
      <h1>{words.title}</h1>
      <a href={isSignedIn() ? '/' : '/login'}>{isSignedIn() ? publicText.first.home : publicText.back}</a>
    </header>
    <h2>{words.bindTitle}</h2>
    <section className="tutorial-card tutorial-bind">
      <div>
        <p className="tutorial-note">{words.bindNote}</p>
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
    <div className="tutorial-jobs">
      {words.jobs.map(({ title, text }, at) => (
        <section key={title} className="tutorial-card">
          {PICTURES[at]}
          <h3>{title}</h3>
          <p>{text}</p>
        </section>
      ))}
    </div>
  </main>
)
