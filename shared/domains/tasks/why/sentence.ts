import { shortTypeName } from '../rules.ts'
import type { WhyAction, WhyCode } from './contract.ts'
import type { Cause, WhyPart, WhyTask } from './facts.ts'

/** A longer reason is cut. */
const MAX_REASON = 300

interface CauseText {
  since: string | null
  /** Plain texts and pieces in the order of the sentence; empty ones are omitted. */
  parts: readonly (WhyPart | string)[]
  short: string
  action?: WhyAction | null
}

/** A cause whose text is that of its pieces. */
export function causeOf(code: WhyCode, { since, parts, short, action = null }: CauseText): Cause {
  const pieces = parts
    .map((part) => (typeof part === 'string' ? ({ text: part, tone: 'plain' } as const) : part))
    .filter(({ text }) => text !== '')
  return { code, since, text: pieces.map(({ text }) => text).join(''), short, action, parts: pieces }
}

/** A cause that is not the only one: `..., and 1 more`. */
export const andMore = (cause: Cause, others: number): Cause =>
  others <= 0 ? cause : continued(cause, ', and ', `${others} more`)

/** A cause with its share of all failed tasks: `..., 2 of the 4 failed tasks`. */
export const ofAllFailed = (cause: Cause, share: number, all: number): Cause =>
  continued(cause, ', ', `${share} of the ${all} failed tasks`)

function continued(cause: Cause, joint: string, more: string): Cause {
  return {
    ...cause,
    text: cause.text + joint + more,
    parts: [...cause.parts, { text: joint, tone: 'plain' }, figure(more)],
  }
}

/** The name of a task in one line. */
export const nameOf = ({ name }: Pick<WhyTask, 'name'>): string => inOneLine(name) || 'A task'

/** The name of a task, which leads to it. */
export const taskName = (task: Pick<WhyTask, 'id' | 'name'>): WhyPart => ({
  text: nameOf(task),
  tone: 'name',
  taskId: task.id,
})

/** A number, a duration or the name of a person. */
export const figure = (text: string): WhyPart => ({ text, tone: 'name' })

/** A type, a version or a host. */
export const codeText = (text: string): WhyPart => ({ text, tone: 'code' })

/** A reason in one line, without a full stop; pieces for a sentence in which it follows `before`. */
export function reasonAfter(before: string, reason: string | null): (WhyPart | string)[] {
  const text = inOneLine(reason ?? '').replace(/[.\s]+$/, '')
  return text === '' ? [] : [before, { text, tone: 'reason' }]
}

/** `sendemail · default`. */
export const queueName = ({ type, alias }: Pick<WhyTask, 'type' | 'alias'>): WhyPart =>
  codeText(`${shortTypeName(type)} · ${alias}`)

/** An action about a task. */
export const actionOn = (
  kind: WhyAction['kind'],
  label: string,
  task: Pick<WhyTask, 'id'> | null,
): WhyAction => ({ kind, label, taskId: task?.id ?? null })

/** The moment in milliseconds; null for none, and for a text that is none. */
export function momentOf(text: string | null): number | null {
  const at = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(at) ? null : at
}

/** A text in one line; a long one is cut. */
export function inOneLine(text: string): string {
  const line = text.length > 4 * MAX_REASON ? text.slice(0, 4 * MAX_REASON) : text
  const words = line.replace(/\s+/g, ' ').trim()
  return words.length > MAX_REASON ? `${words.slice(0, MAX_REASON - 1)}…` : words
}
