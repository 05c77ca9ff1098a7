import type { Page, Request } from 'playwright/test'
import { REREAD_WITHIN_MS } from '#web/realtime/reread.ts'
import { asksFor } from '../asks-for.ts'

/**
 * Call it before a live screen is opened; it resolves with the read that follows the subscription to the
 * channel. From then on only events bring changes.
 */
export function settled(page: Page, operation: string): Promise<void> {
  const isRead = asksFor(operation)
  return new Promise((resolve) => {
    let joined = false
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => (joined ||= payload.toString().includes('"resync":true'))),
    )
    let last: Request | null = null
    page.on('request', (request) => {
      if (isRead(request)) last = request
    })
    // Concurrent reads of the same data are merged, so a pending read may be the last one: it is if no other
    // read starts within the delay after which a page reads again.
    page.on('requestfinished', (request) => {
      if (!joined || !isRead(request)) return
      setTimeout(() => {
        if (last === request) resolve()
      }, REREAD_WITHIN_MS)
    })
  })
}
