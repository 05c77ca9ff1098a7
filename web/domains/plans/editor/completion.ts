import { findNodeAtLocation, getLocation, parseTree, type Segment } from 'jsonc-parser'
import { planEditorMessages as texts } from '#shared/domains/plans/editor-messages.ts'
import { DEFAULT_ALIAS, builtinTypes, isScriptType } from '#shared/domains/tasks/constants.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import type { Completion, Completions } from '#web/ui/editor/completions.ts'
import { namesOfInput, valuesOfInput } from '#web/ui/schema/input-parts.ts'
import type { Outline, TaskPart } from './definition-text.ts'
import { pathsBefore } from './state-paths.ts'

/** What a definition may name besides its own parts; empty while it is not known. */
export interface KnownNames {
  types: readonly string[]
  variables: readonly string[]
  plans: readonly { id: string; name: string }[]
  /** The schemas of the inputs of tasks, by type. */
  inputs?: Readonly<Record<string, JsonObject>>
  aliasesOf(type: string): Promise<readonly string[]>
}

/** A value that the text may have there. */
type Value = Omit<Completion, 'insert'> & { insert?: Json }

const builtin: readonly string[] = builtinTypes
const operators = ['and', 'or', 'in', 'var']

/** The values, or the operators of a condition, that fit at an offset of the text; null where nothing is known. */
export async function completionsAt(
  text: string,
  offset: number,
  definition: Outline,
  known: KnownNames,
): Promise<Completions | null> {
  const { path, previousNode, isAtPropertyKey } = getLocation(text, offset)
  const inside =
    previousNode && offset > previousNode.offset && offset < previousNode.offset + previousNode.length
  const range = inside ? { offset: previousNode.offset, length: previousNode.length } : { offset, length: 0 }
  if (previousNode && !inside) return null
  const task = path[0] === 'tasks' ? definition.tasks[Number(path[1])] : undefined
  const schema = path[2] === 'inputs' ? inputsOf(task, known) : undefined
  if (isAtPropertyKey && schema) return inputKeys(text, path, range, schema)
  if (isAtPropertyKey) return operatorKeys(text, path, range)
  const values = await valuesAt(path, task, definition, known)
  if (values.length === 0) return null
  const isOwn = (value: string) => inside && previousNode.value === value
  const listed = new Set(siblingsOf(path, definition, task))
  const items = values
    .map(({ insert, ...value }) => ({ ...value, insert: JSON.stringify(insert ?? value.label) }))
    .filter(({ label }) => isOwn(label) || !listed.has(label))
  return { ...range, items }
}

/** The names that the list at a path has already, which it cannot have twice. */
function siblingsOf(
  path: readonly Segment[],
  definition: Outline,
  task: TaskPart | undefined,
): readonly string[] {
  if (path[0] === 'tasks' && path[2] === 'depends') return task?.depends ?? []
  return path[0] === 'errorTasks' ? definition.errorTasks : []
}

async function valuesAt(
  path: readonly Segment[],
  task: TaskPart | undefined,
  definition: Outline,
  known: KnownNames,
): Promise<Value[]> {
  const [top, , field, ...deeper] = path
  if (top === 'firstTasks' || top === 'errorTasks')
    return path.length === 2 ? taskNames(definition.tasks) : []
  if (top === 'outputsDef') {
    const isList = typeof path[1] === 'number'
    return pathsBefore(definition, undefined).map((each) => statePath(each, isList ? '' : '$state.'))
  }
  if (top !== 'tasks' || typeof field !== 'string') return []
  if (field === 'type' && deeper.length === 0) return known.types.map(taskType)
  if (field === 'alias' && deeper.length === 0) return aliases(await known.aliasesOf(task?.type ?? ''))
  if (field === 'depends' && deeper.length === 1) return taskNames(possibleParents(task, definition))
  if (field === 'condition' && (deeper.at(-1) === 'var' || (deeper.at(-2) === 'var' && deeper.at(-1) === 0)))
    return pathsBefore(definition, task).map((each) => statePath(each, ''))
  if (field === 'outputs' && deeper.length === 1)
    return pathsBefore(definition, undefined).map((each) => statePath(each, '$state.'))
  if (field !== 'inputs' || deeper.length === 0) return []
  if (deeper.length === 1 && deeper[0] === 'plan' && startsPlan(task?.type))
    return known.plans.map(({ id, name }) => ({ label: name, insert: id, kind: 'plan', detail: id }))
  const schema = inputsOf(task, known)
  return [
    ...(schema ? valuesOfInput(schema, deeper).map(constant) : []),
    ...pathsBefore(definition, task).map((each) => statePath(each, '$state.')),
    ...known.variables.map((name): Value => ({
      label: `$var.${name}`,
      kind: 'variable',
      detail: texts.variable,
    })),
  ]
}

const inputsOf = (task: TaskPart | undefined, { inputs }: KnownNames): JsonObject | undefined =>
  task && inputs && Object.hasOwn(inputs, task.type) ? inputs[task.type] : undefined

const constant = (value: Json): Value => ({
  label: JSON.stringify(value),
  insert: value,
  kind: 'constant',
  detail: texts.taken,
})

const startsPlan = (type: string | undefined) =>
  type === 'task.workforce.plan' || type === 'task.workforce.map'

const taskNames = (tasks: readonly TaskPart[]): Value[] =>
  tasks
    .filter(({ name }) => name !== '')
    .map(({ name, type }) => ({ label: name, kind: 'task', detail: type }))

/** Only error tasks can depend on error tasks. */
function possibleParents(task: TaskPart | undefined, { tasks, errorTasks }: Outline): TaskPart[] {
  const errors = new Set(errorTasks)
  const isError = task !== undefined && errors.has(task.name)
  return tasks.filter(
    (each) => each !== task && each.name !== task?.name && (isError || !errors.has(each.name)),
  )
}

const taskType = (type: string): Value => ({
  label: type,
  kind: 'type',
  detail: builtin.includes(type) ? texts.builtin : isScriptType(type) ? texts.scriptType : texts.workerType,
})

const aliases = (names: readonly string[]): Value[] =>
  (names.length > 0 ? names : [DEFAULT_ALIAS]).map((label) => ({ label, kind: 'alias' }))

function statePath({ path, writtenBy }: { path: string; writtenBy: string | null }, prefix: string): Value {
  const detail = writtenBy === null ? texts.initialState : texts.writtenBy(writtenBy)
  return { label: `${prefix}${path}`, kind: 'state', detail }
}

/** The names that the worker takes and that are not there yet. */
function inputKeys(
  text: string,
  path: readonly Segment[],
  range: { offset: number; length: number },
  schema: JsonObject,
): Completions | null {
  const root = parseTree(text)
  const object = root && findNodeAtLocation(root, path.slice(0, -1) as Segment[])
  const present = new Set((object?.children ?? []).map(({ children }) => children?.[0]?.value as unknown))
  const own = path.at(-1)
  const items = namesOfInput(schema, path.slice(3, -1))
    .filter(({ name }) => name === own || !present.has(name))
    .map(({ name, detail }) => keyItem(text, range, name, { kind: 'input', detail }))
  return items.length === 0 ? null : { ...range, items }
}

/** A name with its quotes, and with its colon where there is none. */
function keyItem(
  text: string,
  { offset, length }: { offset: number; length: number },
  label: string,
  rest: Pick<Completion, 'kind' | 'detail'>,
): Completion {
  const hasColon = /^\s*:/.test(text.slice(offset + length, offset + length + 100))
  return { label, ...rest, insert: `${JSON.stringify(label)}${hasColon ? '' : ': '}` }
}

function operatorKeys(
  text: string,
  path: readonly Segment[],
  range: { offset: number; length: number },
): Completions | null {
  if (path[0] !== 'tasks' || path[2] !== 'condition') return null
  const items = operators.map((label) =>
    keyItem(text, range, label, { kind: 'operator', detail: texts.operator }),
  )
  return { ...range, items }
}
