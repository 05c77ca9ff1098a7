import type { JsonObject } from '#shared/lib/json.ts'
import { setOwn } from '#shared/lib/references.ts'

const MAX_INPUTS = 8
const MAX_TEXT = 100

/** The first fields of an initial state that are texts, numbers or booleans, for lists; long texts are cut. */
export function keyInputs(initialState: JsonObject): JsonObject {
  const inputs: JsonObject = {}
  let count = 0
  for (const name in initialState) {
    if (!Object.hasOwn(initialState, name) || name.length > MAX_TEXT) continue
    const value = initialState[name]!
    if (typeof value === 'string') setOwn(inputs, name, cut(value))
    else if (typeof value === 'number' || typeof value === 'boolean') setOwn(inputs, name, value)
    else continue
    if (++count === MAX_INPUTS) break
  }
  return inputs
}

/** Without half of a character that takes two units. */
function cut(text: string): string {
  if (text.length <= MAX_TEXT) return text
  const last = text.charCodeAt(MAX_TEXT - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? MAX_TEXT - 1 : MAX_TEXT)
}
