import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'
import { toaster } from '#web/ui/feedback/toast.tsx'

afterEach(() => {
  cleanup()
  // The files of a worker share the modules, so a toast that is left would count for the next test.
  toaster.remove()
})

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
