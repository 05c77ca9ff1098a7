export interface SearchRequest {
  pattern: string
  texts: readonly string[]
}

/** The first message of a worker: it is loaded, and searches from now on. */
export const READY = 'ready'

/** `fault` is why the pattern is not valid, in the words of the browser; it does not repeat the pattern. */
export type SearchOutcome = { matches: boolean[] } | { fault: string }

/**
 * Finds the texts that match the regular expression, ignoring case; or returns the fault of the expression. It may
 * take forever: only the thread that has started the worker can stop it.
 */
export function findPattern(pattern: string, texts: readonly string[]): SearchOutcome {
  try {
    const compiled = new RegExp(pattern, 'i')
    return { matches: texts.map((text) => compiled.test(text)) }
  } catch (error) {
    return { fault: error instanceof Error ? reasonOf(error.message, pattern) : '' }
  }
}

/** Chromium writes `Invalid regular expression: /(/i: Unterminated group`, other browsers only the reason. */
function reasonOf(message: string, pattern: string): string {
  const reason = message.replace(`Invalid regular expression: /${pattern}/i: `, '')
  // A message of another form that repeats the expression says nothing that its user has not typed.
  if (reason.includes(`/${pattern}/`)) return ''
  return reason.charAt(0).toLowerCase() + reason.slice(1)
}

const scope = self as unknown as {
  onmessage: ((event: MessageEvent<SearchRequest>) => void) | null
  postMessage(message: SearchOutcome | typeof READY): void
}

scope.onmessage = ({ data: { pattern, texts } }) => scope.postMessage(findPattern(pattern, texts))
scope.postMessage(READY)
