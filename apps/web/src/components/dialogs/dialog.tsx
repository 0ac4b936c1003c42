import '../../ui/pop-up/dialog.css'
import { type ReactNode, Suspense } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { latePart, useLate } from '../kit/late.ts'
import { useDialogFocus } from './use-dialog-focus.ts'

const MODAL = latePart(async () => (await import('../kit/kit-modal.tsx')).KitModal)

type Props = {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** Buttons at the bottom; Enter presses the last filled one. */
  readonly footer?: ReactNode
  readonly width?: number
  /** It shows what is never shown again: only its own buttons close it. */
  readonly isOnce?: boolean
}

/** A dialog above the page; on a phone it fills the screen. */
export const Dialog = ({ title, onClose, children, footer, width = 640, isOnce = false }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const KitModal = useLate(MODAL)
  const { box, onOpened, onKeyDown } = useDialogFocus()
  if (KitModal === null) return null
  return (
    <KitModal
      open
      centered={!mobile}
      title={title}
      width={mobile ? '100%' : width}
      className={mobile ? 'dialog dialog-full' : 'dialog'}
      closable={isOnce ? false : { 'aria-label': appText.close }}
      keyboard={!isOnce}
      mask={{ closable: !isOnce }}
      onCancel={onClose}
      footer={footer === undefined ? null : <div className="dialog-foot">{footer}</div>}
      afterOpenChange={(open) => {
        if (open) onOpened()
      }}
      modalRender={(content) => (
        // biome-ignore lint/a11y/noStaticElementInteractions: Enter is for the dialog as a whole
        <div ref={box} className="dialog-box" tabIndex={-1} onKeyDown={onKeyDown}>
          {content}
        </div>
      )}
      destroyOnHidden
    >
      {/* What a dialog loads late must not take the dialog itself down. */}
      <Suspense fallback={null}>{children}</Suspense>
    </KitModal>
  )
}
