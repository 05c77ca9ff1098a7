import { typeWord } from '../workers/rules.ts'
import type { ScriptPatch } from './contract.ts'

/** Body of the New Script form; null while name or team is not set. The type is the name. */
export function scriptDraft(input: {
  name: string
  teamId: string
}): { name: string; teamId: string; type: string } | null {
  const name = input.name.trim()
  return name && input.teamId ? { name, teamId: input.teamId, type: name } : null
}

/** Body of Update Script, without the team; null while the name is empty. */
export function scriptUpdate(input: {
  name: string
  description: string
  code: string
  version?: number
}): ScriptPatch | null {
  const name = input.name.trim()
  const { code, version } = input
  if (!name) return null
  return { name, description: input.description.trim(), code, ...(version === undefined ? {} : { version }) }
}

/** The type of the tasks that run a script, made of its name. */
export const scriptTaskType = (name: string) => `task.script.${typeWord(name)}`
