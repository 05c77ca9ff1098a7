import { roughDuration } from '#shared/lib/time-text.ts'
import { queueMessages, verdictMessages } from './messages.ts'
import { spanText } from './words.ts'

/** What is said of a queue that no worker polls; moments in milliseconds since 1970, null: never, or none waits. */
export interface UnpolledQueue {
  lastPoll: number | null
  oldestQueued: number | null
}

/** `nobody polls since 13 min`: since the last poll, without one since the first task waits. */
export function nobodyText({ lastPoll, oldestQueued }: UnpolledQueue, now: number): string {
  const since = lastPoll ?? oldestQueued
  return since === null || now - since < 1000
    ? verdictMessages.nobodyYet
    : verdictMessages.nobody(spanText(now - since))
}

/** `nobody polls bigbatch`, for a place with room for the alias only. */
export const nobodyShort = (alias: string): string => `${verdictMessages.nobodyYet} ${alias}`

/** `no poll for 44 s`: of the workers that have missed a poll; without seconds of several. */
export const silentText = ({
  polling,
  silent,
  silentFor,
}: {
  polling: number
  silent: number
  silentFor: number | null
}): string =>
  queueMessages.silent(silent, polling === 0, silentFor === null ? null : roughDuration(silentFor))

/** `never`, `13 m ago`. */
export const lastPollAgo = (lastPoll: number | null, now: number): string =>
  lastPoll === null ? queueMessages.never : queueMessages.ago(roughDuration(Math.max(0, now - lastPoll)))
