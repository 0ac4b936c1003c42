import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { appText } from '../../text/zh-CN/app/app.ts'

export const NotFoundPage = (): ReactNode => (
  <div className="message-page">
    <h1>{appText.notFound.title}</h1>
    <p>{appText.notFound.text}</p>
    <Link to="/">{appText.notFound.home}</Link>
  </div>
)
