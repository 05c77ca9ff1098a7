import './results.css'
import { Box, Flex } from '@chakra-ui/react'
import { Link } from 'react-router-dom'
import type { SkipReason } from '#shared/domains/schedules/constants.ts'
import { scheduleTexts as texts, skipWords } from '#shared/domains/schedules/screen-messages.ts'
import type { ZoneClock } from '#shared/lib/zone-clock.ts'
import { paths } from '#web/paths.ts'
import type { ScheduleTime } from '../operations.ts'
import { dateWord, clockTime } from './time-words.ts'

/** What became of a time, as a word that forms and legend share: a status of its run, or why it has none. */
export function timeResult({ state, reason, run }: ScheduleTime): string {
  if (run) return run.status
  if (state === 'waiting') return 'waiting'
  return reason ?? 'completed'
}

const isSkip = (result: string): result is SkipReason => Object.hasOwn(skipWords, result)
/** The result in words. */
export const resultWord = (result: string): string => (isSkip(result) ? skipWords[result] : result)

/** The newest results, the newest last; each with a run opens it. */
export function ScheduleResults({
  appId,
  last,
  clock,
}: {
  appId: string | null
  last: readonly ScheduleTime[]
  clock: ZoneClock
}) {
  if (last.length === 0)
    return (
      <Box as="span" color="ink.3">
        {texts.none}
      </Box>
    )
  return (
    <ul data-schedule-results aria-label={texts.results}>
      {last.toReversed().map((time) => {
        const result = timeResult(time)
        const at = time.at ? Date.parse(time.at) : 0
        const label = `${dateWord(clock, at)} ${clockTime(clock, at)}: ${time.text ?? resultWord(result)}`
        return (
          <li key={time.id}>
            {time.run && appId ? (
              <Link
                to={paths.workqueue(appId, time.run.runId)}
                data-result={result}
                aria-label={label}
                title={label}
              />
            ) : (
              <span role="img" data-result={result} aria-label={label} title={label} />
            )}
          </li>
        )
      })}
    </ul>
  )
}

const shown = ['completed', 'failed', 'started', 'window', 'paused'] as const

/** What the forms mean. */
export function ResultLegend() {
  return (
    <Flex
      as="ul"
      listStyleType="none"
      gap="3.5"
      wrap="wrap"
      textStyle="xs"
      color="ink.2"
      aria-label={texts.legend}
    >
      {shown.map((result) => (
        <Flex as="li" key={result} align="center" gap="1.5">
          <Box as="span" aria-hidden data-schedule-results>
            <span data-result={result} />
          </Box>
          {resultWord(result)}
        </Flex>
      ))}
    </Flex>
  )
}
