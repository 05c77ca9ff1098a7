import type { Request } from 'playwright/test'

/** Matches the requests of one GraphQL operation. */
export function asksFor(operation: string): (request: Request) => boolean {
  return (request) => request.postData()?.includes(`"operationName":"${operation}"`) === true
}
