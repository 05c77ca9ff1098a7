import type { AppBody, VariableBody } from './contract.ts'

/** Both texts trimmed; null while either is empty. */
export function appDraft(input: AppBody): AppBody | null {
  const name = input.name.trim()
  const description = input.description.trim()
  return name && description ? { name, description } : null
}

/** Name and value trimmed; null while either is empty. */
export function variableDraft(input: VariableBody): VariableBody | null {
  const name = input.name.trim()
  const value = input.value.trim()
  return name && value ? { name, value } : null
}

/** An app keeps at least one token. */
export const mayRemoveToken = (tokens: number) => tokens >= 2
