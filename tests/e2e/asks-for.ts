import type { Request } from 'playwright/test'

/** Matches the requests of one GraphQL operation, or those of them with these variables. */
export function asksFor(
  operation: string,
  variables: Readonly<Record<string, unknown>> = {},
): (request: Request) => boolean {
  return (request) => {
    const body = request.postData()
    if (body?.includes(`"operationName":"${operation}"`) !== true) return false
    const asked = (JSON.parse(body) as { variables?: Record<string, unknown> }).variables ?? {}
    return Object.entries(variables).every(([name, value]) => asked[name] === value)
  }
}
