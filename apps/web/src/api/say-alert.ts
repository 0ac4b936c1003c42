import { alertText } from '../text/zh-CN/entry/alert.ts'
import { showAlert } from '../ui/pop-up/alert-box.ts'

/** Shows a text to confirm; without a reason, that the session has timed out. */
export const sayAlertNow = (reason: string | null): Promise<void> =>
  showAlert({ title: alertText.title, text: reason ?? alertText.loginTimedOut, confirm: alertText.confirm })
