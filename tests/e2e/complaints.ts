import type { ConsoleMessage, Page, Request, WebSocket } from 'playwright/test'

/** What a page has done that it must never do, until `stop`. */
export interface Complaints {
  found: readonly string[]
  /** The page is that of the next test too. */
  stop(): void
}

/**
 * Whether an error was thrown by an init script of Playwright: those of its clock fail in a document that is opened while they
 * are being removed. They have no address, unlike every script of the product, whose policy forbids others.
 */
const isOfInitScript = ({ stack = '' }: Error) => /^.*(?:\n +at <anonymous>:\d+:\d+)+$/.test(stack)

/**
 * Records errors and warnings of the console, where Chromium reports violations of the content policy, uncaught errors,
 * and requests and sockets to other origins than `origin`. That a request or a connection failed is its test's matter, not
 * a complaint.
 */
export function complaintsOf(page: Page, origin: string): Complaints {
  const found: string[] = []
  const onConsole = (message: ConsoleMessage) => {
    const isFault = message.type() === 'error' || message.type() === 'warning'
    const isOfConnection = /^Failed to load resource|^WebSocket connection to '.*' failed|net::ERR_/
    // Chromium says it of a file that is used more than five seconds after the page has loaded, as on a machine that is busy.
    const isOfTime = /was preloaded using link preload but not used within a few seconds/
    const isNone = isOfConnection.test(message.text()) || isOfTime.test(message.text())
    if (isFault && !isNone) found.push(`${message.type()}: ${message.text()}`)
  }
  const onError = (error: Error) => {
    if (!isOfInitScript(error)) found.push(`uncaught: ${error.message}`)
  }
  const onRequest = (request: Request) => {
    const own = [`${origin}/`, `blob:${origin}/`, 'data:'].some((start) => request.url().startsWith(start))
    if (!own) found.push(`foreign request: ${request.url()}`)
  }
  const onSocket = (socket: WebSocket) => {
    if (socket.url() !== `${origin.replace('http', 'ws')}/graphql`)
      found.push(`foreign socket: ${socket.url()}`)
  }
  page.on('console', onConsole).on('pageerror', onError).on('request', onRequest).on('websocket', onSocket)
  return {
    found,
    stop() {
      page.off('console', onConsole).off('pageerror', onError)
      page.off('request', onRequest).off('websocket', onSocket)
    },
  }
}
