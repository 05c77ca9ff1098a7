import { createSignal } from '../store.ts'

/** First and longest pause between two tries, in milliseconds. */
const PAUSE_MS = { first: 500, most: 5000 } as const

/** Tries while the server answers: after an upgrade the part may be gone. */
const TRIES_WHILE_SERVED = 3

/** Errors of the browsers and of Vite when a file of the part cannot be fetched. */
const notFetched = /dynamically imported module|Importing a module script failed|preload CSS/i

/** Whether the files of a part could not be fetched: the server is away, or has another version by now. */
export const isNotFetched = (error: unknown): error is Error =>
  error instanceof Error && notFetched.test(error.message)

/** Ends the pauses between tries: the user has asked for the next one. */
export const loadPartsNow = createSignal()

/**
 * Loads a part of the client. While the server is away it tries again, because the page is still of use then; any other
 * failure is thrown.
 */
export async function loadPart<Module>(load: () => Promise<Module>): Promise<Module> {
  let [served, pause] = [0, PAUSE_MS.first as number]
  for (;;) {
    try {
      return await load()
    } catch (error) {
      if (!isNotFetched(error)) throw error
      if ((await isServed()) && ++served >= TRIES_WHILE_SERVED) throw error
      await pauseFor(pause)
      pause = Math.min(PAUSE_MS.most, pause * 2)
      loadStylesAgain()
    }
  }
}

/** Ends early when the browser is back in its network, or the user asks. */
function pauseFor(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      window.removeEventListener('online', end)
      ignore()
      resolve()
    }
    const timer = setTimeout(end, ms)
    window.addEventListener('online', end)
    const ignore = loadPartsNow.subscribe(end)
  })
}

const isServed = () =>
  fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )

/** A style sheet that failed is not loaded again by another import. */
function loadStylesAgain(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!link.sheet) link.replaceWith(link.cloneNode())
}
