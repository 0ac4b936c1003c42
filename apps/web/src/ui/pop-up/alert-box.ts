/** Shows a modal text with one button and resolves when it is pressed. Escape does not close it. */
export const showAlert = (words: {
  readonly title: string
  readonly text: string
  readonly confirm: string
}): Promise<void> => {
  const box = document.createElement('dialog')
  box.className = 'alert-box'
  box.setAttribute('role', 'alertdialog')
  box.setAttribute('aria-labelledby', 'alert-box-title')
  box.setAttribute('aria-describedby', 'alert-box-text')
  const title = document.createElement('h2')
  title.id = 'alert-box-title'
  title.textContent = words.title
  const text = document.createElement('p')
  text.id = 'alert-box-text'
  text.textContent = words.text
  const footer = document.createElement('footer')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'plain-button'
  button.textContent = words.confirm
  footer.append(button)
  box.append(title, text, footer)
  document.body.append(box)
  box.addEventListener('cancel', (event) => event.preventDefault())
  box.showModal()
  button.focus()
  return new Promise((resolve) => {
    button.addEventListener('click', () => {
      box.close()
      box.remove()
      resolve()
    })
  })
}
