/**
 * The payloads in answers and live events of the platform: what users and workers put into runs, tasks and plans. One
 * place knows their fields, so that one rule holds for all of them.
 */
const objects = new Set([
  'initialState',
  'state',
  'inputs',
  'repairedInputs',
  'outputs',
  'resolved',
  'input',
  'mapping',
])

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Log entries are the rows with a level. */
const isLogEntry = (fields: Fields) => 'level' in fields && 'message' in fields

/**
 * The same answer without payloads. Their fields stay, empty: the form of an answer does not depend on its reader. What a
 * condition has seen is a payload, and so is the text of a log; the reasons of failures are not.
 */
export function withoutPayloads(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(withoutPayloads)
  // Other objects, such as dates, have forms of their own.
  if (!isFields(answer) || !isPlain(answer)) return answer
  const kept: Fields = {}
  for (const [name, value] of Object.entries(answer)) kept[name] = without(name, value)
  if (isLogEntry(answer)) Object.assign(kept, { message: '', stacktrace: null })
  if (answer['code'] === 'condition') Object.assign(kept, withoutOperands(answer))
  return kept
}

const isPlain = (value: object) => {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function without(name: string, value: unknown): unknown {
  if (name === 'conditionText') return null
  if (!objects.has(name) || typeof value !== 'object' || value === null) return withoutPayloads(value)
  return Array.isArray(value) ? [] : {}
}

/** Of a cause only what the sentence begins with: the operands follow a comma or a colon. */
function withoutOperands({ text, short }: Fields): Fields {
  return {
    ...(typeof text === 'string' ? { text: text.split(', ')[0] } : {}),
    ...(typeof short === 'string' ? { short: short.split(': ')[0] } : {}),
  }
}
