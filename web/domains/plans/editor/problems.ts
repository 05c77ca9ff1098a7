import { getNodeValue, printParseErrorCode } from 'jsonc-parser'
import { planEditorMessages as texts } from '#shared/domains/plans/editor-messages.ts'
import { plan } from '#shared/domains/plans/contract.ts'
import { isPlatformType, isScriptType, taskDefinition } from '#shared/domains/tasks/contract.ts'
import { faultsOfInputs } from '#shared/domains/tasks/inputs.ts'
import { definition } from '#shared/domains/workqueues/contract.ts'
import { checkDefinition } from '#shared/domains/workqueues/rules.ts'
import { pathText } from '#shared/lib/field-names.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { memberOf, type DefinitionText } from './definition-text.ts'
import { partAt, placesIn, type TextPart } from './json-parts.ts'

/** What is wrong with a part of the text; a warning does not keep it from being saved. */
export interface Problem extends TextPart {
  severity: 'error' | 'warning'
  message: string
  /** From 1. */
  line: number
  column: number
  /** The text is not JSON there, which the editor marks by itself. */
  syntax: boolean
}

/** Further problems are not looked for: a text with that many has one cause. */
const MAX_PROBLEMS = 500

type Found = TextPart & Pick<Problem, 'severity' | 'message' | 'syntax'>

/**
 * The problems of a definition in the order of its lines: by the rules of the platform, and what is likely a slip.
 * `types` are the task types of the account; null while they are not known. `inputs` are the schemas of what tasks take,
 * by their type.
 */
export function problemsOf(
  text: DefinitionText,
  types: ReadonlySet<string> | null,
  inputs: Readonly<Record<string, JsonObject>> = {},
): Problem[] {
  const found =
    text.errors.length > 0
      ? syntaxErrors(text)
      : [...faultsOf(text), ...slipsOf(text, types), ...slipsOfInputs(text, inputs)]
  const placeOf = placesIn(text.text)
  return found
    .slice(0, MAX_PROBLEMS)
    .toSorted((one, other) => one.offset - other.offset)
    .map((problem) => ({ ...problem, ...placeOf(problem.offset) }))
}

function syntaxErrors({ errors, text }: DefinitionText): Found[] {
  return errors.map(({ error, offset, length }) => ({
    severity: 'error',
    syntax: true,
    message: syntaxWords[printParseErrorCode(error)] ?? texts.noJson,
    // The end of a text has nothing to mark.
    offset: Math.min(offset, Math.max(0, text.length - 1)),
    length,
  }))
}

const syntaxWords: Readonly<Record<string, string>> = {
  PropertyNameExpected: texts.propertyMissing,
  ValueExpected: texts.valueMissing,
  ColonExpected: texts.missing(':'),
  CommaExpected: texts.missing(','),
  CloseBraceExpected: texts.missing('}'),
  CloseBracketExpected: texts.missing(']'),
  EndOfFileExpected: texts.afterEnd,
  InvalidCommentToken: texts.noComments,
  UnexpectedEndOfString: texts.openText,
}

/** The faults that the platform would refuse. */
function faultsOf({ text, root }: DefinitionText): Found[] {
  const checked = checkDefinition(JSON.parse(text))
  if (!('faults' in checked)) return []
  return checked.faults.slice(0, MAX_PROBLEMS).map(({ path, message }) => ({
    severity: 'error',
    syntax: false,
    message: path ? `${path}: ${message}` : message,
    ...partAt(root, path),
  }))
}

const planFields = new Set([...Object.keys(plan.shape), ...Object.keys(definition.shape)])
const taskFields = new Set(Object.keys(taskDefinition.shape))

/** Fields that nothing reads, and types that no worker of the account has. */
function slipsOf(text: DefinitionText, types: ReadonlySet<string> | null): Found[] {
  const tasks = memberOf(text.root, 'tasks')
  const slips = unknownFields(text.root, planFields, texts.noPlanField)
  // A platform that names no script may have some.
  const knowsScripts = [...(types ?? [])].some(isScriptType)
  for (const [index, node] of (tasks?.type === 'array' ? (tasks.children ?? []) : []).entries()) {
    slips.push(...unknownFields(node, taskFields, texts.noTaskField))
    const { type = '' } = text.tasks[index] ?? {}
    const part = memberOf(node, 'type')
    if (!types || !part || type === '' || types.has(type) || !isTyped(type)) continue
    if (!isPlatformType(type)) slips.push(slip(part, texts.unknownType(type)))
    else if (isScriptType(type) && knowsScripts) slips.push(slip(part, texts.unknownScript(type)))
  }
  return slips
}

/** Another form of a type is a fault already. */
const isTyped = (type: string) =>
  taskDefinition.shape.type.safeParse(type).success && !type.startsWith('task.workforce.')

/** Inputs that their worker does not take as they are written. */
function slipsOfInputs(
  { root, tasks }: DefinitionText,
  schemas: Readonly<Record<string, JsonObject>>,
): Found[] {
  const list = memberOf(root, 'tasks')
  return tasks.flatMap(({ type }, index) => {
    const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined
    const node = list?.children?.[index]
    if (!schema || node?.type !== 'object') return []
    const inputs = memberOf(node, 'inputs')
    const written = inputs ? (getNodeValue(inputs) as Json) : {}
    return faultsOfInputs(schema, written).map(({ path, message }) => {
      const place = pathText(['inputs', ...path])
      return slip(partAt(root, `tasks[${index}].${place}`), `${place} ${message}`)
    })
  })
}

function unknownFields(
  node: DefinitionText['root'],
  fields: ReadonlySet<string>,
  words: (name: string) => string,
): Found[] {
  if (node?.type !== 'object') return []
  return (node.children ?? []).flatMap(({ children }) => {
    const key = children?.[0]
    const name = key?.value as unknown
    return key && typeof name === 'string' && !fields.has(name) ? [slip(key, words(name))] : []
  })
}

const slip = ({ offset, length }: TextPart, message: string): Found => ({
  severity: 'warning',
  syntax: false,
  message,
  offset,
  length,
})
