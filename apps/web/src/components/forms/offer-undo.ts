import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { commonText } from '../../text/zh-CN/entry/common.ts'
import { undoText } from '../../text/zh-CN/shared/undo.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { showUndo } from '../../ui/pop-up/undo-toast.ts'

/**
 * Offers to take a change back for ten seconds: only what the same call with the old values undoes, and never money or
 * terms. `undo` makes its call as an automatic one, which says nothing by itself.
 */
export const offerUndo = (text: string, undo: () => Promise<void> | void): void =>
  showUndo({ text, button: undoText.undo }, () => {
    void (async () => {
      try {
        await undo()
        showToast('success', undoText.undone)
      } catch (caught) {
        if (caught instanceof ApiRefusal) return showToast('error', caught.message)
        const trace = caught instanceof ApiFailure ? caught.trace : null
        showToast('error', commonText.systemError, ...(trace === null ? [] : [commonText.trace(trace)]))
      }
    })()
  })
