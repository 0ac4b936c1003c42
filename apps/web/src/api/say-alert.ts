import { alertText } from '../text/zh-CN/entry/alert.ts'
import { showAlert } from '../ui/pop-up/alert-box.ts'

/** Shows a text to confirm; without a reason, that the session has timed out. */
export const sayAlertNow = (reason: string | null): Promise<void> => {
  const text = reason ?? alertText.loginTimedOut
  // Of a hidden tab only the title is seen.
  document.title = `${alertText.title}：${text}`
  return showAlert({ title: alertText.title, text, confirm: alertText.confirm })
}
