import { getNodeValue, parseTree, type Node, type ParseError } from 'jsonc-parser'
import { hasNames } from './json-parts.ts'

/** Deeper and further paths of an initial state are left out. */
const MAX_DEPTH = 6
const MAX_PATHS = 1000

/** A task of the text, with the place of its object. Malformed parts are empty. */
export interface TaskPart {
  name: string
  type: string
  depends: readonly string[]
  /** The paths of the state that its outputs are written to. */
  writes: readonly string[]
  offset: number
  length: number
}

/** The parts of a definition that others name. */
export interface Outline {
  tasks: readonly TaskPart[]
  errorTasks: readonly string[]
  /** The paths of its initial state. */
  initial: readonly string[]
}

/** The text of a definition as far as it can be read. */
export interface DefinitionText extends Outline {
  text: string
  root: Node | undefined
  errors: readonly ParseError[]
}

/** Reads a text, which may be incomplete: its parts are found around its faults. */
export function readDefinition(text: string): DefinitionText {
  const errors: ParseError[] = []
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const tasks = memberOf(root, 'tasks')
  return {
    text,
    root,
    errors,
    tasks: (tasks?.type === 'array' ? (tasks.children ?? []) : []).map(taskPart),
    errorTasks: textsOf(valueOf(memberOf(root, 'errorTasks'))),
    initial: pathsIn(valueOf(memberOf(root, 'initialState'))),
  }
}

/** The task whose text contains an offset, the end included; null between tasks. */
export function taskAround(tasks: readonly TaskPart[], offset: number): TaskPart | null {
  let low = 0
  let high = tasks.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (tasks[middle]!.offset <= offset) low = middle + 1
    else high = middle
  }
  const found = tasks[low - 1]
  return found && offset <= found.offset + found.length ? found : null
}

/** The value of a member of an object, by its name. */
export function memberOf(node: Node | undefined, name: string): Node | undefined {
  if (node?.type !== 'object') return undefined
  return node.children?.find((property) => property.children?.[0]?.value === name)?.children?.[1]
}

function taskPart(node: Node): TaskPart {
  const { offset, length } = node
  const outputs = valueOf(memberOf(node, 'outputs'))
  return {
    name: textOf(memberOf(node, 'name')),
    type: textOf(memberOf(node, 'type')),
    depends: textsOf(valueOf(memberOf(node, 'depends'))),
    writes: hasNames(outputs) ? textsOf(Object.values(outputs)) : [],
    offset,
    length,
  }
}

/** The paths of a state, outer ones first: names joined by dots. */
function pathsIn(state: unknown): string[] {
  const paths: string[] = []
  let level: [string, unknown][] = [['', state]]
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    level = level.flatMap(([prefix, value]): [string, unknown][] =>
      hasNames(value)
        ? Object.entries(value).map(([name, inner]): [string, unknown] => [`${prefix}${name}.`, inner])
        : [],
    )
    for (const [prefix] of level) if (paths.length < MAX_PATHS) paths.push(prefix.slice(0, -1))
  }
  return paths
}

const valueOf = (node: Node | undefined): unknown => (node ? getNodeValue(node) : undefined)

const textOf = (node: Node | undefined) => (typeof node?.value === 'string' ? node.value : '')

const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
