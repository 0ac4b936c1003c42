import { jobsText } from '../../text/zh-CN/rooms/jobs.ts'

const LABELS: Readonly<Record<string, string>> = jobsText.about

/** What a task is about, in words. Its content is JSON; what is cut off or has unknown fields stays as it is. */
export const aboutJob = (content: string): string => {
  try {
    const fields: unknown = JSON.parse(content)
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) return content
    const named = Object.entries(fields).map(([key, value]) => [LABELS[key], value] as const)
    if (named.some(([label, value]) => label === undefined || typeof value === 'object')) return content
    return named.map(([label, value]) => `${label} ${value}`).join(' · ')
  } catch {
    return content
  }
}
