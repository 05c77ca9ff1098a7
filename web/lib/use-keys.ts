import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { createStore } from './store.ts'
import { useLatest } from './use-latest.ts'

/** Where a pressed key is text: fields, editors and whatever else can be edited. */
const TEXT = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable]'
/** What takes the keys of the page while it is open; a list box in the page itself is not. */
const LAYER =
  '[role=menu], [role=listbox]:not([data-inline]), [role=dialog][aria-modal=true], [role=alertdialog]'

/** Whether a pressed key belongs to the page: not to a text field, an open dialog or menu, or the browser. */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false
  const target = event.target instanceof Element ? event.target : null
  return !target?.closest(TEXT) && !document.querySelector(`:is(${LAYER}):not([hidden])`)
}

/** Keys as a user reads them (`j k` for two keys, `g then a` for one after the other), with what they do. */
export type KeyNames = Readonly<Record<string, string>>
/** Where keys work: on what is on the page, from screen to screen, or anywhere. */
export type KeyGroup = 'page' | 'go' | 'any'

interface NamedKeys {
  group: KeyGroup
  names: KeyNames
}

/** The named keys of what is on the screen, for the list of them. */
export const keyNames = createStore<readonly NamedKeys[]>([])

function without<Entry>(entries: readonly Entry[], entry: Entry): Entry[] {
  const at = entries.indexOf(entry)
  return entries.filter((_, index) => index !== at)
}

/** The first keys of all sequences, once for each part that has such a sequence. */
let firsts: readonly string[] = []
/** The first key of a sequence that was pressed last, and when; null after its second key. */
let pressed: { key: string; at: number } | null = null
/** The key of the event under way: one key, or two of a sequence as `g a`. */
let current: { event: KeyboardEvent; keys: string } | null = null

/** The second key of a sequence has to follow within this time, in milliseconds. */
const SEQUENCE_MS = 1000

/** What a key press means to the page; every listener of the same event gets the same answer. */
function keysOf(event: KeyboardEvent): string {
  if (current?.event === event) return current.keys
  const first = pressed && performance.now() - pressed.at < SEQUENCE_MS ? pressed.key : null
  const keys = first === null ? event.key : `${first} ${event.key}`
  // The modifier of the second key is itself a key.
  if (!MODIFIERS.includes(event.key))
    pressed = first === null && firsts.includes(event.key) ? { key: event.key, at: performance.now() } : null
  current = { event, keys }
  return keys
}

const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph']

/**
 * Keys of the page while the caller is mounted, by `KeyboardEvent.key`, or two of them for a sequence (`g a`). A handler
 * that returns false leaves the key to the browser. `names` must be a constant.
 */
export function useKeys(
  keys: Readonly<Record<string, () => unknown>>,
  names?: KeyNames,
  group: KeyGroup = 'page',
): void {
  useEffect(() => {
    if (!names) return
    const named = { group, names }
    keyNames.set([...keyNames.get(), named])
    // Another part with the same keys may still be there.
    return () => keyNames.set(without(keyNames.get(), named))
  }, [names, group])
  const latest = useLatest(keys)
  const own = firstsOf(keys)
  useEffect(() => {
    const added = own.split(' ').filter(Boolean)
    firsts = [...firsts, ...added]
    return () => {
      firsts = added.reduce(without, firsts)
    }
  }, [own])
  // What is seen has its keys at once: passive effects may run after the next key.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPageKey(event)) return
      const pressedKeys = keysOf(event)
      const act = Object.hasOwn(latest.current, pressedKeys) ? latest.current[pressedKeys] : undefined
      if (act && act() !== false) event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [latest])
}

/** The different first keys of the sequences, separated by blanks: `g`. */
function firstsOf(keys: Readonly<Record<string, unknown>>): string {
  const sequences = Object.keys(keys).filter((key) => key.length > 1 && key.includes(' '))
  return [...new Set(sequences.map((key) => key.slice(0, key.indexOf(' '))))].join(' ')
}

/** `/` moves the focus to the search of a list. */
export function useSearchKey(field: RefObject<HTMLInputElement | null>): void {
  const focus = () => {
    field.current?.focus()
    field.current?.select()
  }
  useKeys({ '/': focus }, pageMessages.searchKeys)
}
