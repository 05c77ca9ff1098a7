import { createSignal } from '#web/lib/store.ts'

/** Longer than the palette takes to open; after that keys belong to the page again, in milliseconds. */
const WAITS_MS = 5000

let kept = ''
let until = 0

/** A part of the page asks for the palette, with this text in its field. */
export const paletteAsked = createSignal<string>()

function keep(event: KeyboardEvent): void {
  if (performance.now() > until) return void takeTypedAhead()
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
  if (event.key === 'Backspace') kept = kept.slice(0, -1)
  else if (event.key.length === 1) kept += event.key
  else return
  event.preventDefault()
  event.stopPropagation()
}

/**
 * Keeps `text` and what is typed after it until `takeTypedAhead`: between the key that opens the palette and the focus of its field it
 * would be lost, or act as keys of the page.
 */
export function keepTypedAhead(text: string): void {
  kept = text
  until = performance.now() + WAITS_MS
  window.addEventListener('keydown', keep, { capture: true })
}

/** What has been typed; from now on keys go where the focus is. */
export function takeTypedAhead(): string {
  window.removeEventListener('keydown', keep, { capture: true })
  const text = kept
  kept = ''
  return text
}
