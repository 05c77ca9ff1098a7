import type { UpstreamCall } from './call.ts'

/**
 * The query as the platform takes it, with its question mark: lists comma-joined, what is null, undefined
 * or an empty list left out; '' when nothing is left.
 */
export function queryString(query: UpstreamCall['query']): string {
  const pairs = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value === null || value === undefined) continue
    if (Array.isArray(value)) {
      if (value.length) pairs.set(name, value.join(','))
    } else {
      pairs.set(name, String(value))
    }
  }
  const text = pairs.toString()
  return text && `?${text}`
}
