import { unstatedReasons } from '#shared/domains/tasks/report.ts'
import { patternOf } from './reason-pattern.ts'

/** A failed attempt, as far as its fingerprint depends on it. */
export interface Failure {
  type: string
  reason: string | null
  /** Stack trace of the last error in its log; read when it has no reason. */
  trace: string | null
  taskName: string
  /** The fingerprint that its worker has named. */
  named: string | null
}

export interface Fingerprint {
  /** `v1:` and a hash. Failures with the same fingerprint are one group. */
  fingerprint: string
  /** The reason; varying parts are `#`, unless nothing else is left. */
  title: string
}

/** What is read of a reason and of a trace, and how long a title may be. */
const MOST_READ = 4000
const MOST_TITLE = 300

/**
 * The fingerprint of a failed attempt: task type and reason, without ids, numbers, dates, addresses, paths and quoted
 * values. Codes (a status of HTTP, an exit code, an SQL state) are kept. Another rule needs another version.
 */
export function fingerprintOf({ type, reason, trace, taskName, named }: Failure): Fingerprint {
  const text = stated(reason)
  const pattern = (text && patternOf(headOf(text))) || topFrame(trace ?? '') || taskName
  const key = named ? `named\0${named}` : wordsOf(pattern)
  // A pattern without a letter says nothing of the cause; the first reason of the group does.
  const title = text && !/\p{L}/u.test(pattern) ? text.replace(/\s+/g, ' ') : pattern
  return { fingerprint: `v1:${hashOf(`${type}\0${key}`)}`, title: title.slice(0, MOST_TITLE) }
}

/** The reason that was given, bounded; empty without one. */
function stated(reason: string | null): string {
  const text = reason?.slice(0, MOST_READ).trim() ?? ''
  return unstatedReasons.includes(text) ? '' : text
}

/** What a reason says before the frames of its stack trace; of a Python trace what it says after them. */
function headOf(reason: string): string {
  const lines = reason.split('\n')
  if (reason.startsWith('Traceback (most recent call last)')) {
    const last = lines.findLast((line, index) => index > 0 && /^\S/.test(line))
    if (last) return last
  }
  const first = lines.findIndex((line, index) => index > 0 && isFrame(line))
  return first > 0 ? lines.slice(0, first).join('\n') : reason
}

const isFrame = (line: string) => /^(?:\s{1,8}at |\s{1,8}File "|goroutine \d+ \[|stack backtrace:)/.test(line)

/** The first frame of a trace without line numbers, addresses and folders; empty without a trace. */
export function topFrame(trace: string): string {
  const lines = trace
    .slice(0, MOST_READ)
    .split('\n')
    .map((line) => line.trim())
  const python = lines.findLast((line) => line.startsWith('File "'))
  const frame = python ?? lines.find((line) => line.startsWith('at ')) ?? lines.find(Boolean) ?? ''
  return frame
    .split(/([\s"()]+)/)
    .map((part) => part.slice(1 + Math.max(part.lastIndexOf('/'), part.lastIndexOf('\\'))))
    .join('')
    .replace(/:\d+/g, '')
    .replace(/, line \d+/, '')
    .replace(/0x[0-9a-f]+/gi, '#')
    .slice(0, MOST_TITLE)
}

/** The words alone, so that neither case nor punctuation nor the plural after a number makes a difference. */
function wordsOf(title: string): string {
  const words = title.toLowerCase().match(/[\p{L}\p{N}#_-]+/gu) ?? [title]
  return words
    .map((word, index) =>
      words[index - 1] === '#' && word.length > 3 ? word.replace(/(?:es|en|s|e)$/, '') : word,
    )
    .join(' ')
    .slice(0, MOST_TITLE)
}

/** 106 bits of a hash that is the same in browsers and on servers; no secret depends on it. */
function hashOf(text: string): string {
  return [0x9e3779b9, 0x85ebca6b].map((seed) => hash53(text, seed).toString(16).padStart(14, '0')).join('')
}

/** cyrb53, a public-domain mix of two 32-bit states. */
function hash53(text: string, seed: number): number {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    high = Math.imul(high ^ unit, 2654435761)
    low = Math.imul(low ^ unit, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  return 4294967296 * (2097151 & low) + (high >>> 0)
}
