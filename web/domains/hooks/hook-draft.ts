import { DEFAULT_HOOK_LIMIT } from '#shared/domains/hooks/constants.ts'
import { applyMapping, MappedTooLarge, mappingFaults } from '#shared/domains/hooks/mapping.ts'
import { hookTexts as texts } from '#shared/domains/hooks/screen-messages.ts'
import { pathText } from '#shared/lib/field-names.ts'
import type { Json, JsonObject } from '#shared/lib/json.ts'
import { formatJson, parseJson, parseJsonObject, withoutTypenames, type Parsed } from '#web/lib/json-text.ts'
import type { ListedHook } from './operations.ts'

/** What is typed into the form of a start address. */
export interface HookDraft {
  appId: string | null
  name: string
  limit: string
  /** JSON; null: the body is the initial state. */
  mapping: string | null
  /** JSON: a body to try the mapping with. */
  example: string
}

export const exampleMapping = formatJson({ orderId: '$body.order.id', source: 'shop' })
const exampleBody = formatJson({ order: { id: 1042 } })

export const newHookDraft = (): HookDraft => ({
  appId: null,
  name: '',
  limit: String(DEFAULT_HOOK_LIMIT),
  mapping: null,
  example: exampleBody,
})

export const hookDraftOf = (hook: ListedHook): HookDraft => ({
  appId: hook.appId,
  name: hook.name,
  limit: String(hook.limit),
  mapping: hook.mapping === null ? null : formatJson(withoutTypenames(hook.mapping)),
  example: exampleBody,
})

/** The mapping of a draft, or what is wrong with it. */
export function mappingOf({ mapping }: Pick<HookDraft, 'mapping'>): Parsed<JsonObject | null> {
  if (mapping === null) return { value: null }
  const parsed = parseJsonObject(mapping)
  if ('reason' in parsed) return { reason: parsed.reason }
  return parsed
}

/** What is wrong with a mapping that is valid JSON, in one line; null: nothing. */
export function mappingFault(mapping: JsonObject): string | null {
  const faults = mappingFaults(mapping).map(({ path, message }) => `${pathText(path)} ${message}`)
  return faults.length === 0 ? null : faults.join('; ')
}

/** What a run begins with for the example body; a reason where that cannot be said. */
export function previewOf(mapping: JsonObject, example: string): Parsed<JsonObject> {
  const body = parseJson(example)
  if ('reason' in body) return body
  try {
    return { value: applyMapping(mapping, body.value as Json) }
  } catch (error) {
    if (error instanceof MappedTooLarge) return { reason: texts.previewTooLarge }
    throw error
  }
}

/** The limit as a number; null where it is none. */
export function limitOf({ limit }: Pick<HookDraft, 'limit'>): number | null {
  return /^[1-9]\d{0,8}$/.test(limit.trim()) ? Number(limit) : null
}
