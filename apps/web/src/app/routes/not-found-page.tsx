import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { appText } from '../../text/zh-CN/app/app.ts'
import css from './message-page.module.css'

export const NotFoundPage = (): ReactNode => (
  <div className={css.messagePage}>
    <h1>{appText.notFound.title}</h1>
    <p>{appText.notFound.text}</p>
    <Link to="/">{appText.notFound.home}</Link>
  </div>
)
