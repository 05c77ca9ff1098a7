import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres, type RunningPostgres } from '#server/platform/db/postgres.ts'
import { evidence } from '../support/evidence.ts'
import { runThroughKills } from '../support/queue-kills.ts'

/** Three platforms use more connections than the other tests can spare in the shared database. */
let folder: string
let postgres: RunningPostgres
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'queue-platforms-'))
  postgres = await startPostgres({ dataDir: folder, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

test('each of three platforms is killed in turn: no task is lost, none repeated without a new attempt, late reports are refused', async () => {
  const outcome = await runThroughKills({
    databaseUrl: postgres.url,
    runs: 12,
    tasksPerRun: 50,
    kills: 3,
    workMs: 20,
    visibility: 3,
    holdEvery: 50,
  })
  expect(outcome).toMatchObject({ runsCompleted: 12, tasksEnded: 600 })
  expect(outcome).toMatchObject({ missed: 0, repeated: 0, endedTwice: 0 })
  // At least the held tasks are executed again.
  expect(outcome.again).toBeGreaterThanOrEqual(6)
  expect([...outcome.late.keys()]).toEqual([409])
  evidence({
    check: 53,
    figures: {
      'platforms killed in turn': 3,
      tasks: outcome.tasksEnded,
      lost: outcome.missed,
      'executed twice in one attempt': outcome.repeated,
      'executed again by a later attempt': outcome.again,
      'late reports': [...outcome.late].map(([status, count]) => `${count} x ${status}`).join(', '),
    },
    breaks: 'an expired lease is not released',
  })
}, 90_000)
