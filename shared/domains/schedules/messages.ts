import type { SkipReason } from './constants.ts'

/** Faults of a cron expression and of a time zone. They name the part and what it may be. */
export const cronMessages = {
  fields: (count: number) => `has ${count} ${count === 1 ? 'part' : 'parts'}: it must have five or six`,
  word: (word: string) => `${word} is not known: use @hourly, @daily, @weekly, @monthly or @yearly`,
  over: (field: string, value: number, most: number) => `${field} ${value} is over ${most}`,
  under: (field: string, value: number, least: number) => `${field} ${value} is under ${least}`,
  notOne: (field: string, value: string) => `${field} "${value}" is not known`,
  backwards: (field: string, range: string) => `${field} ${range} runs backwards`,
  step: (field: string, step: string) => `the step "${step}" of ${field} must be a number from 1`,
  bigStep: (field: string, step: number, most: number) => `the step ${step} of ${field} is over ${most}`,
  stepOfOne: (field: string, value: string) =>
    `the step of ${field} needs * or a range before it, not ${value}`,
  empty: (field: string) => `${field} has an empty entry`,
  never: 'never comes: no date has this day and month',
  invalid: 'is not a cron expression',
  zone: (name: string) => `${name} is not a time zone: use a name such as Europe/London`,
} as const

/** Faults of schedules in answers of calls. */
export const scheduleFaults = {
  tooMany: (most: number) => `An account has at most ${most} schedules: delete one before you save another`,
  endBeforeStart: 'must be later than the start',
  spanBackwards: 'must not be earlier than from',
  spanAhead: 'must not lie ahead',
  afterCalendar: 'is too late: times are known to the end of the year 2999',
  noInstants: 'the schedule has no time in this span',
  tooManyInstants: (most: number) => `there are more than ${most} times up to here: take a shorter span`,
  initialState: 'does not fit the plan',
  alreadyRan: 'It has a run already',
  alreadyWaits: 'It waits already',
  deleted: 'The schedule was deleted meanwhile',
  startsLater: 'The run starts in some seconds',
} as const

/** Why an occurrence was skipped, in one sentence. */
export const skipTexts: Readonly<Record<SkipReason, string>> = {
  overlap: 'The run before it was still going on',
  window: 'No platform was running at this time',
  paused: 'The schedule was paused',
  refused: 'Its run could not be started',
}

/** Texts of schedules that the platform writes. */
export const scheduleMessages = {
  queueFull: (most: number) => `${most} runs were already waiting`,
  instead: (time: string) => `No platform was running at this time; ${time} was started instead`,
  nothingInstead: 'No platform was running at this time; nothing was started in its place',
  refused: (fault: string) => `Its run could not be started: ${fault}`,
  pausedItself: (failures: number) =>
    `${failures === 1 ? 'Its last run' : `Its last ${failures} runs`} failed`,
  missed: (count: number) => (count === 1 ? 'Missed 1 time' : `Missed ${count} times`),
  actor: 'schedule',
  noPlan: 'its plan was deleted',
  gap: (date: string, time: string, at: string) =>
    `On ${date} ${time} is left out when clocks go forward: it runs once, at ${at}`,
  leftOut: (date: string, time: string) =>
    `On ${date} ${time} is left out when clocks go forward: it does not run then`,
  repeat: (date: string, time: string) => `On ${date} ${time} comes twice: it runs the first time`,
  twice: (date: string, time: string) => `On ${date} ${time} comes twice: it runs both times`,
} as const
