import type { Json, JsonObject } from '#shared/lib/json.ts'
import { isJsonObject } from '#shared/lib/json-schema/schema.ts'
import { formatJson, parseJson } from '#web/lib/json-text.ts'

/** Words in the names of fields whose values are secrets. */
const secretWords =
  /passw(?:or)?d|passphrase|secret|token|api_?-?key|private_?-?key|credential|authori[sz]ation/i

/** Whether the name of a field says that its value is a secret. */
export const isSecretName = (name: string): boolean => secretWords.test(name)

/**
 * A text as a draft may keep it: without secret fields; null while that cannot be said of it, because it names one and is
 * not JSON.
 */
export function draftWithoutSecrets(text: string): string | null {
  if (!secretWords.test(text)) return text
  const parsed = parseJson(text)
  return 'value' in parsed ? formatJson(withoutSecrets(parsed.value as Json)) : null
}

/** The value without the fields whose names say that they are secret; drafts are stored in the browser. */
function withoutSecrets<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map(withoutSecrets) as Value
  if (!isJsonObject(value)) return value
  const kept: JsonObject = {}
  for (const [name, inner] of Object.entries(value))
    if (!isSecretName(name)) kept[name] = withoutSecrets(inner)
  return kept as Value
}
