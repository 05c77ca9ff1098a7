import { cleanup, configure } from '@testing-library/react'
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
Element.prototype.scrollIntoView ??= () => {}
Element.prototype.scrollTo ??= () => {}
