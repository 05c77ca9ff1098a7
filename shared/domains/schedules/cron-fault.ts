import { cronMessages as messages } from './messages.ts'

/** One part of an expression, with the names that stand for its numbers. */
interface Part {
  name: string
  least: number
  most: number
  names?: readonly string[]
  /** Forms of single entries besides numbers, names and ranges. */
  special?: { exec(entry: string): string[] | null }
  /** `?` stands for any. */
  isDay?: true
}

const parts: readonly Part[] = [
  { name: 'second', least: 0, most: 59 },
  { name: 'minute', least: 0, most: 59 },
  { name: 'hour', least: 0, most: 23 },
  { name: 'day', least: 1, most: 31, special: /^(?:l|lw|(\d{1,2})w)$/, isDay: true },
  {
    name: 'month',
    least: 1,
    most: 12,
    names: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'],
  },
  {
    name: 'day of week',
    least: 0,
    most: 7,
    names: ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'],
    special: /^([0-7]|sun|mon|tue|wed|thu|fri|sat)(?:l|#[1-5]|#l)$/,
    isDay: true,
  },
]

/** Words that stand for a whole expression. */
export const cronWords = ['@hourly', '@daily', '@midnight', '@weekly', '@monthly', '@yearly', '@annually']

/**
 * What is wrong with a cron expression of five or six parts, naming the part; null: nothing. Whether it ever comes is not
 * judged here: `0 0 31 2 *` passes.
 */
export function cronFault(expression: string): string | null {
  const text = expression.trim().toLowerCase()
  if (text.startsWith('@')) return cronWords.includes(text) ? null : messages.word(expression.trim())
  const given = text.split(/\s+/).filter((part) => part !== '')
  if (given.length !== 5 && given.length !== 6) return messages.fields(given.length)
  const known = given.length === 6 ? parts : parts.slice(1)
  for (const [index, part] of known.entries()) {
    const fault = partFault(part, given[index]!)
    if (fault !== null) return fault
  }
  return null
}

function partFault(part: Part, given: string): string | null {
  // `+` joins day and day of week by "and".
  const entries = (part.name === 'day of week' ? given.replace(/^\+/, '') : given).split(',')
  for (const entry of entries) {
    const fault = entryFault(part, entry)
    if (fault !== null) return fault
  }
  return null
}

function entryFault(part: Part, entry: string): string | null {
  if (entry === '') return messages.empty(part.name)
  if (entry === '*' || (part.isDay && entry === '?')) return null
  const special = part.special?.exec(entry)
  if (special) return special[1] === undefined ? null : valueFault(part, special[1])
  const [range = '', step, ...more] = entry.split('/')
  if (more.length > 0) return messages.notOne(part.name, entry)
  const [from = '', to, ...rest] = range.split('-')
  if (rest.length > 0) return messages.notOne(part.name, entry)
  const fault =
    range === '*'
      ? null
      : (valueFault(part, from) ?? (to === undefined ? null : rangeFault(part, range, from, to)))
  return fault ?? (step === undefined ? null : stepFault(part, range, step))
}

const numberOf = ({ names = [], least }: Part, text: string): number | null => {
  const place = names.indexOf(text)
  if (place !== -1) return place + least
  return /^\d{1,6}$/.test(text) ? Number(text) : null
}

function valueFault(part: Part, text: string): string | null {
  const value = numberOf(part, text)
  if (value === null) return messages.notOne(part.name, text)
  if (value > part.most) return messages.over(part.name, value, part.most)
  return value < part.least ? messages.under(part.name, value, part.least) : null
}

function rangeFault(part: Part, range: string, from: string, to: string): string | null {
  const fault = valueFault(part, to)
  if (fault !== null) return fault
  const last = to === 'sun' ? 7 : numberOf(part, to)!
  return numberOf(part, from)! > last ? messages.backwards(part.name, range) : null
}

function stepFault(part: Part, range: string, step: string): string | null {
  if (!/^[1-9]\d{0,5}$/.test(step)) return messages.step(part.name, step)
  if (range !== '*' && !range.includes('-')) return messages.stepOfOne(part.name, range)
  const most = part.most - part.least + (part.name === 'day of week' ? 0 : 1)
  return Number(step) > most ? messages.bigStep(part.name, Number(step), most) : null
}
