import { pathText } from '#shared/lib/field-names.ts'
import { checkSchema } from '#shared/lib/json-schema/check-schema.ts'
import { parseJsonObject } from '#web/lib/json-text.ts'

/**
 * What is wrong with the text of an input schema: the first fault; null for none. The check reads patterns with a
 * library as large as a screen, so this module is loaded only for a schema that is edited or saved.
 */
export function faultOfSchema(text: string): string | null {
  const parsed = parseJsonObject(text)
  if ('reason' in parsed) return parsed.reason
  const [fault] = checkSchema(parsed.value)
  return fault ? `${pathText([...fault.path])} ${fault.message}`.trim() : null
}
