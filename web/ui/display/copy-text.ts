/** Copies a text; whether that was possible. Browsers have a clipboard only on secure origins, and may refuse it there. */
export async function copyText(text: string): Promise<boolean> {
  if (!window.isSecureContext) return copyByCommand(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyByCommand(text),
  )
}

/** Works without a clipboard; the focus stays where it was. */
function copyByCommand(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.style.position = 'fixed'
  field.style.opacity = '0'
  document.body.append(field)
  field.select()
  const done = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return done
}
