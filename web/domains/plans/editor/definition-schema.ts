import { z } from 'zod'
import { fieldNotes, taskFieldNotes } from '#shared/domains/plans/editor-messages.ts'
import { definitionFields } from '#shared/domains/workqueues/contract.ts'

type Schema = z.core.JSONSchema.JSONSchema

/** The JSON schema of a definition, from the contract, with a sentence for each field; it completes and explains keys. */
export function definitionSchema(): object {
  const schema = z.toJSONSchema(definitionFields, { io: 'input', unrepresentable: 'any' })
  const tasks = schema.properties?.['tasks']
  const task = typeof tasks === 'object' && typeof tasks.items === 'object' ? tasks.items : undefined
  describe(schema, fieldNotes)
  if (task && !Array.isArray(task)) describe(task as Schema, taskFieldNotes)
  return schema
}

function describe(schema: Schema, notes: Readonly<Record<string, string>>): void {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (typeof field === 'object' && notes[name] !== undefined) field.description = notes[name]
  }
}
