import { cleanup, configure } from '@testing-library/react'
import * as React from 'react'
import { afterEach } from 'vitest'
import { endCountDowns } from '#web/ui/feedback/held-action.ts'
import { toaster } from '#web/ui/feedback/toast.tsx'

afterEach(() => {
  cleanup()
  // The files of a worker share modules, so a remaining toast would count in the next test, and a countdown would show
  // its own there.
  endCountDowns()
  toaster.remove()
})

// The time is only an upper bound: on a busy machine jsdom needs seconds for some renderings. What a file configures
// ends with it, although the files of a worker share the library.
configure({ asyncUtilTimeout: 10_000, defaultHidden: false })

// Browser APIs that jsdom lacks and the components use at their first render.
class NoResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

globalThis.ResizeObserver ??= NoResizeObserver
window.matchMedia ??= (query) =>
  Object.assign(new EventTarget(), {
    matches: false,
    media: query,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  })
// Fields for one of many choices find their marked choice by it.
if (typeof CSS === 'undefined') {
  const escape = (text: string) => text.replaceAll(/["\\]/g, String.raw`\$&`)
  Object.assign(globalThis, { CSS: { escape, supports: () => false } })
}
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}

/**
 * Of the rules that emotion adds, jsdom gets those that queries and clicks read. For each of these it matches every rule
 * with the element and its ancestors.
 */
const isRead = /[{;](?:content|display|pointer-events|user-select|visibility):/
HTMLStyleElement.prototype.appendChild = function <T extends Node>(this: HTMLStyleElement, child: T): T {
  if (child instanceof Text && !isRead.test(child.data)) child.data = ''
  return Node.prototype.appendChild.call(this, child) as T
}

// The development build of React records a stack trace of every element until it has counted 10,000 in a second.
const internals: unknown = Reflect.get(
  React,
  '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE',
)
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })
