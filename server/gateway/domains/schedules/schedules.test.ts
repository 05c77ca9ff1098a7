import { expect, it, test } from 'vitest'
import { AppError } from '#server/lib/errors.ts'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const at = '2026-03-01T12:00:00.000Z'
const occurrence = {
  _id: 'w1',
  at,
  source: 'clock',
  state: 'started',
  reason: null,
  text: null,
  run: { _id: 'w1', status: 'completed', started: at, ended: at },
  by: null,
  decided: at,
}
const schedule = {
  _id: 's1',
  appId: 'a1',
  planId: 'p1',
  name: 'Nightly',
  plan: { _id: 'p1', name: 'Report' },
  cron: '0 7 * * *',
  timeZone: 'Europe/Berlin',
  words: 'At 07:00',
  inputs: { region: 'EU' },
  state: 'paused',
  paused: { by: 'ana@example.test', at, reason: 'month end' },
  next: [at, 'never'],
  last: [occurrence, 7],
  missed: { count: 1, from: at, to: at, instead: null, text: 'Missed 1 time' },
}

test('a list has its rows, counts and the schedule that comes first', async () => {
  const { data, errors, calls } = await runOperation(
    `{ schedules(appId: "a1", state: "missed") { total counts { all missed } next { scheduleId at }
      rows { id planName words inputs paused { by reason } next last { at state run { runId status } } missed { count } } } }`,
    {
      'GET schedules': {
        data: [schedule],
        total: 1,
        counts: { all: 4, missed: 1 },
        next: { _id: 's2', name: 'B', at },
      },
    },
  )
  expect(errors).toBeUndefined()
  expect(calls).toEqual([
    { method: 'GET', path: 'schedules', query: { page: 1, pagesize: 10, appId: 'a1', state: 'missed' } },
  ])
  expect(data).toEqual({
    schedules: {
      total: 1,
      counts: { all: 4, missed: 1 },
      next: { scheduleId: 's2', at },
      rows: [
        {
          id: 's1',
          planName: 'Report',
          words: 'At 07:00',
          inputs: { region: 'EU' },
          paused: { by: 'ana@example.test', reason: 'month end' },
          next: [at],
          last: [{ at, state: 'started', run: { runId: 'w1', status: 'completed' } }],
          missed: { count: 1 },
        },
      ],
    },
  })
})

it.each<[string, Answers, CallMade]>([
  [
    '{ schedule(id: "s1") { id } }',
    { 'GET schedules/s1': schedule },
    { method: 'GET', path: 'schedules/s1' },
  ],
  [
    `{ scheduleOccurrences(id: "s1", reason: "overlap", from: "${at}") { total rows { id } } }`,
    { 'GET schedules/s1/occurrences': { data: [occurrence], total: 1 } },
    {
      method: 'GET',
      path: 'schedules/s1/occurrences',
      query: { page: 1, pagesize: 10, reason: 'overlap', 'at[$gte]': at },
    },
  ],
  [
    '{ schedulePreview(cron: "@daily", timeZone: "UTC", count: 3) { words times clockChanges { at text } } }',
    { 'POST schedules/preview': { data: [at], words: 'At 00:00', clockChanges: [] } },
    { method: 'POST', path: 'schedules/preview', body: { cron: '@daily', timeZone: 'UTC', count: 3 } },
  ],
  [
    `{ backfillPreview(id: "s1", from: "${at}", to: "${at}") { total times started } }`,
    { 'POST schedules/s1/backfill': { data: [at], total: 1, started: [] } },
    { method: 'POST', path: 'schedules/s1/backfill', body: { from: at, to: at, dryRun: true } },
  ],
  [
    'mutation { createSchedule(appId: "a1", planId: "p1", name: "Nightly", cron: "@daily", initialState: null) { id } }',
    { 'POST schedules': schedule },
    {
      method: 'POST',
      path: 'schedules',
      body: { appId: 'a1', planId: 'p1', name: 'Nightly', cron: '@daily', initialState: null },
    },
  ],
  [
    'mutation { updateSchedule(id: "s1", version: 2, endAt: null) { id } }',
    { 'PUT schedules/s1': schedule },
    { method: 'PUT', path: 'schedules/s1', body: { version: 2, endAt: null } },
  ],
  [
    'mutation { deleteSchedule(id: "s1") }',
    { 'DELETE schedules/s1': null },
    { method: 'DELETE', path: 'schedules/s1' },
  ],
  [
    'mutation { pauseSchedule(id: "s1", reason: "x") { id } }',
    { 'POST schedules/s1/pause': schedule },
    { method: 'POST', path: 'schedules/s1/pause', body: { reason: 'x' } },
  ],
  [
    'mutation { resumeSchedule(id: "s1") { id } }',
    { 'POST schedules/s1/resume': schedule },
    { method: 'POST', path: 'schedules/s1/resume' },
  ],
  [
    'mutation { triggerSchedule(id: "s1") }',
    { 'POST schedules/s1/trigger': { _id: 'w1' } },
    { method: 'POST', path: 'schedules/s1/trigger' },
  ],
  [
    `mutation { backfillSchedule(id: "s1", from: "${at}", to: "${at}", concurrency: 2) }`,
    { 'POST schedules/s1/backfill': { _id: 'r1' } },
    { method: 'POST', path: 'schedules/s1/backfill', body: { from: at, to: at, concurrency: 2 } },
  ],
])('%s makes its call of the platform', async (operation, answers, call) => {
  const { errors, calls } = await runOperation(operation, answers)
  expect(errors).toBeUndefined()
  expect(calls).toEqual([call])
})

test('the times of a preview are read where they are called data', async () => {
  const { data } = await runOperation(
    '{ schedulePreview(cron: "@daily", timeZone: "UTC") { words times } }',
    { 'POST schedules/preview': { data: [at], words: 'At 00:00' } },
  )
  expect(data).toEqual({ schedulePreview: { words: 'At 00:00', times: [at] } })
})

test('a platform that answers other rows breaks no field', async () => {
  const { data, errors } = await runOperation(
    '{ schedules { counts { all } next { name } rows { id name last { id } next paused { by } missed { count } } } }',
    { 'GET schedules': [{ _id: 's2', last: 'x', next: 4, paused: 7 }, null] },
  )
  expect(errors).toBeUndefined()
  expect(data).toEqual({
    schedules: {
      counts: { all: 0 },
      next: null,
      rows: [{ id: 's2', name: '', last: [], next: [], paused: null, missed: null }],
    },
  })
})

test('counts that GraphQL cannot carry leave the list readable', async () => {
  const { data, errors } = await runOperation('{ schedules { counts { all missed } rows { id } } }', {
    'GET schedules': { data: [{ _id: 's1' }], total: 1, counts: { all: 9e15, missed: 2 } },
  })
  expect(errors).toBeUndefined()
  expect(data).toEqual({ schedules: { counts: { all: 0, missed: 2 }, rows: [{ id: 's1' }] } })
})

test('a wrong expression comes with its field', async () => {
  const faults = [{ path: 'cron', message: 'minute 75 is over 59' }]
  const { errors } = await runOperation(
    '{ schedulePreview(cron: "75 * * * *", timeZone: "UTC") { words } }',
    {
      'POST schedules/preview': new AppError('BAD_REQUEST', 'Cron minute 75 is over 59', {
        details: { faults },
      }),
    },
  )
  expect(errors?.[0]?.extensions).toMatchObject({ faults })
})
