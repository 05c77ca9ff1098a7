import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(cleanup)

// An upper bound alone: on a busy machine jsdom takes seconds for what it draws at once otherwise.
configure({ asyncUtilTimeout: 10_000 })

// What browsers have and jsdom lacks, and the components ask for at their first paint.
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
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}
