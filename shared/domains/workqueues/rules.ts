import { pathText } from '#shared/lib/field-names.ts'
import { issueInWords } from '#shared/lib/issue-words.ts'
import { checkSchema } from '#shared/lib/json-schema/check-schema.ts'
import type { Json } from '#shared/lib/json.ts'
import { startsAsVariable, statePath, variableOf } from '#shared/lib/references.ts'
import { builtinTypes } from '../tasks/contract.ts'
import { checkCondition } from '../tasks/condition/check.ts'
import { checkGraph, type UncheckedTask } from './check-graph.ts'
import { definition as definitionShape, type Definition } from './contract.ts'

/** Maximum nesting of a definition; checked first, because the shape check recurses. */
export const MAX_DEFINITION_DEPTH = 100
/** Maximum length of `initialState` as JSON, in characters. */
export const MAX_STATE_SIZE = 4 * 1024 * 1024
/** Maximum length of one task's `inputs` as JSON, in characters. */
export const MAX_INPUTS_SIZE = 1024 * 1024

/** One fault of a definition; `path` as in `tasks[3].depends[0]`, empty for the whole. */
export interface DefinitionFault {
  path: string
  message: string
}

/**
 * Checks the shape of a definition and the rules across its fields, and reports every fault. Linear in the
 * size of the input.
 */
export function checkDefinition(input: unknown): { definition: Definition } | { faults: DefinitionFault[] } {
  if (deeperThan(input, MAX_DEFINITION_DEPTH))
    return { faults: [{ path: '', message: `is nested deeper than ${MAX_DEFINITION_DEPTH}` }] }
  const faults: DefinitionFault[] = []
  const report = (path: string, message: string) => {
    faults.push({ path, message })
  }
  const parsed = definitionShape.safeParse(input, { error: issueInWords })
  for (const issue of parsed.error?.issues ?? []) report(pathText(issue.path), issue.message)
  checkRelations(input, report)
  return parsed.success && faults.length === 0 ? { definition: parsed.data } : { faults }
}

type Report = (path: string, message: string) => void

/**
 * The rules across fields, on the raw input: fields of the right shape are checked, the others are left to
 * zod.
 */
function checkRelations(input: unknown, report: Report): void {
  if (!isObject(input)) return
  checkSize(input.initialState, MAX_STATE_SIZE, 'initialState', report)
  if (isObject(input.inputSchema))
    for (const { path, message } of checkSchema(input.inputSchema as Json))
      report(pathText(['inputSchema', ...path]), message)
  if (input.outputsDef !== undefined && input.outputsDef !== null) checkOutputsDef(input.outputsDef, report)
  if (!Array.isArray(input.tasks)) return
  const tasks: unknown[] = input.tasks
  const graph = tasks.map(uncheckedTask)
  const names = new Set(graph.map((task) => task.name))
  const errorTasks = new Set<string>()
  for (const [index, name] of listed(input.errorTasks)) {
    if (!names.has(name)) report(`errorTasks[${index}]`, `no task named "${name.slice(0, 60)}"`)
    else errorTasks.add(name)
  }
  for (const [index, name] of listed(input.firstTasks)) {
    if (!names.has(name)) report(`firstTasks[${index}]`, `no task named "${name.slice(0, 60)}"`)
    else if (errorTasks.has(name))
      report(`firstTasks[${index}]`, 'is an error task, which only runs when the run fails')
  }
  checkGraph(graph, errorTasks, report)
  tasks.forEach((task, index) => isObject(task) && checkTask(task, `tasks[${index}]`, report))
}

function checkTask(task: Record<string, unknown>, path: string, report: Report): void {
  const { type, inputs, outputs, condition } = task
  if (typeof type === 'string' && /^task\.workforce\./i.test(type)) checkBuiltin(type, inputs, path, report)
  if (condition !== undefined) checkCondition(condition, `${path}.condition`, report)
  checkSize(inputs, MAX_INPUTS_SIZE, `${path}.inputs`, report)
  checkVariables(inputs, `${path}.inputs`, report)
  if (!isObject(outputs)) return
  for (const [field, target] of Object.entries(outputs)) {
    if (typeof target === 'string' && !statePath(target))
      report(`${path}.outputs.${field.slice(0, 60)}`, 'must have the form $state.{path}')
  }
}

/** Whether the app has a variable is checked when a task reads it; an invalid name is reported here. */
function checkVariables(part: unknown, path: string, report: Report): void {
  if (typeof part === 'string') {
    if (startsAsVariable(part) && variableOf(part) === null)
      report(path, 'must have the form $var.{name}: letters, digits, _ and -, at most 100')
  } else if (Array.isArray(part)) {
    part.forEach((inner, index) => checkVariables(inner, `${path}[${index}]`, report))
  } else if (isObject(part)) {
    for (const [name, inner] of Object.entries(part))
      checkVariables(inner, `${path}.${name.slice(0, 60)}`, report)
  }
}

function checkBuiltin(type: string, inputs: unknown, path: string, report: Report): void {
  if (!(builtinTypes as readonly string[]).includes(type))
    return report(`${path}.type`, `"${type.slice(0, 60)}" is not one of ${builtinTypes.join(', ')}`)
  const own = isObject(inputs) ? inputs : {}
  if (type === 'task.workforce.plan' || type === 'task.workforce.map') {
    if (typeof own.plan !== 'string' || own.plan === '') report(`${path}.inputs.plan`, 'must name a plan')
  }
  if (type === 'task.workforce.map' && !Array.isArray(own.items) && !statePath(own.items))
    report(`${path}.inputs.items`, 'must be an array or a $state.{path} that leads to one')
}

function checkOutputsDef(outputsDef: unknown, report: Report): void {
  if (typeof outputsDef !== 'object' || outputsDef === null)
    return report('outputsDef', 'must be an object of $state.{path} values or an array of paths')
  if (!Array.isArray(outputsDef)) return
  outputsDef.forEach((path, index) => {
    if (typeof path !== 'string' || path === '') report(`outputsDef[${index}]`, 'must be a path')
  })
}

function checkSize(value: unknown, limit: number, path: string, report: Report): void {
  if (isObject(value) && JSON.stringify(value).length > limit)
    report(path, `is larger than ${limit / 1024} KiB`)
}

/** Names are trimmed by the shape check, so the graph is checked on trimmed names too. */
function uncheckedTask(task: unknown): UncheckedTask {
  if (!isObject(task)) return { name: null, depends: [] }
  const name = typeof task.name === 'string' ? task.name.trim() : ''
  const depends = Array.isArray(task.depends) ? task.depends : []
  return { name: name || null, depends: depends.map((entry) => (typeof entry === 'string' ? entry : null)) }
}

function listed(value: unknown): [number, string][] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry, index) =>
    typeof entry === 'string' ? [[index, entry] as [number, string]] : [],
  )
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Without recursion: the input may be nested deeper than the stack allows. */
function deeperThan(input: unknown, limit: number): boolean {
  const waiting: { value: unknown; depth: number }[] = [{ value: input, depth: 0 }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= limit) return true
    for (const value of Object.values(next.value)) {
      if (typeof value === 'object' && value !== null) waiting.push({ value, depth: next.depth + 1 })
    }
  }
  return false
}
