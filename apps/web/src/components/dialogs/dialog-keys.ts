/** What decides who acts on Enter: the element that has the focus, and what surrounds it. */
export type EnterTarget = {
  /** Upper case, as the browser names it. */
  readonly tag: string
  readonly type: string
  /** Is inside something of the kit with keys of its own: a list, a tree, a calendar. */
  readonly inWidget: boolean
  /** Its form has a submit button, so the browser submits it. */
  readonly submits: boolean
}

const OWN_TAGS: readonly string[] = ['A', 'BUTTON', 'TEXTAREA', 'SUMMARY']
const OWN_TYPES: readonly string[] = ['button', 'submit', 'reset', 'file']

/** Whether Enter presses the dialog's main button, or belongs to the element that has the focus. */
export const enterPressesMain = ({ tag, type, inWidget, submits }: EnterTarget): boolean =>
  !OWN_TAGS.includes(tag) && !OWN_TYPES.includes(type) && !inWidget && !submits

const WIDGETS = '[role=combobox],[role=listbox],[role=tree],[role=grid],[role=menu],.ant-picker,.ant-cascader'

export const enterTargetOf = (element: HTMLElement): EnterTarget => {
  const form = 'form' in element && element.form instanceof HTMLFormElement ? element.form : null
  return {
    tag: element.tagName,
    type: element instanceof HTMLInputElement ? element.type : '',
    inWidget: element.closest(WIDGETS) !== null,
    submits:
      form !== null && [...form.elements].some((one) => one instanceof HTMLButtonElement && one.type === 'submit'),
  }
}

const FIELDS = 'input:not([type=hidden]), select, textarea'

const usable = (element: HTMLElement): boolean =>
  element.tabIndex >= 0 && !element.matches(':disabled, [readonly]') && element.checkVisibility()

/** The first field of a dialog; of a group of radio buttons the chosen one. */
export const firstField = (box: ParentNode): HTMLElement | null => {
  const body = box.querySelector('.ant-modal-body') ?? box
  const found = [...body.querySelectorAll<HTMLElement>(FIELDS)].find(usable) ?? null
  if (!(found instanceof HTMLInputElement) || found.type !== 'radio' || found.checked || found.name === '') return found
  return body.querySelector<HTMLElement>(`input[type=radio][name="${CSS.escape(found.name)}"]:checked`) ?? found
}

/** The button that Enter presses: the last filled one of the footer. */
export const mainButton = (box: ParentNode): HTMLElement | null =>
  [...box.querySelectorAll<HTMLElement>('.dialog-foot .plain-button')].at(-1) ?? null
