/** First and longest pause between two tries, in milliseconds. */
const PAUSE_MS = { first: 500, most: 5000 } as const

/** Tries while the server answers: after an upgrade the part may be gone. */
const TRIES_WHILE_SERVED = 3

/** Errors of the browsers and of Vite when a file of the part cannot be fetched. */
const notFetched = /dynamically imported module|Importing a module script failed|preload CSS/i

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
      if (!(error instanceof Error) || !notFetched.test(error.message)) throw error
      if ((await isServed()) && ++served >= TRIES_WHILE_SERVED) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(PAUSE_MS.most, pause * 2)
      loadStylesAgain()
    }
  }
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
