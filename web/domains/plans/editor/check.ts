import type { JsonObject } from '#shared/lib/json.ts'
import { definitionSchema } from './definition-schema.ts'
import { readDefinition, type Outline } from './definition-text.ts'
import { problemsOf, type Problem } from './problems.ts'

/** A text to check, with the task types of the account; null while they are not known. */
export interface Asked {
  text: string
  types: readonly string[] | null
  /** The schemas of the inputs of tasks, by type; null while they are not known. */
  inputs?: Readonly<Record<string, JsonObject>> | null
}

/** What is known of a text. */
export interface Checked extends Outline {
  text: string
  problems: readonly Problem[]
  /** The JSON schema of every definition. */
  schema: object
}

const schema = definitionSchema()

/** Reads and checks the text of a definition. */
export function check({ text, types, inputs }: Asked): Checked {
  const definition = readDefinition(text)
  const { tasks, errorTasks, initial } = definition
  return {
    text,
    tasks,
    errorTasks,
    initial,
    schema,
    problems: problemsOf(definition, types && new Set(types), inputs ?? {}),
  }
}
