import type { AppBody } from './contract.ts'

/** Both texts trimmed, or null while either is empty (spec section 5). */
export function appDraft(input: AppBody): AppBody | null {
  const name = input.name.trim()
  const description = input.description.trim()
  return name && description ? { name, description } : null
}
