import { createSignal } from '#web/lib/store.ts'

/** Longer than the palette takes to open; after that keys belong to the page again, in milliseconds. */
const WAITS_MS = 5000

let kept = ''
let until = 0
let asked = ''

/** Raised when a part of the page asks for the palette. */
export const paletteAsked = createSignal()

/** Opens the palette with a text. */
export function askPalette(text: string): void {
  asked = text
  paletteAsked.raise()
}

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
 * Keeps the text that is typed until `takeTypedAhead`: between the key that opens the palette and the focus of its field it
 * would be lost, or act as keys of the page.
 */
export function keepTypedAhead(): void {
  kept = asked
  asked = ''
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
