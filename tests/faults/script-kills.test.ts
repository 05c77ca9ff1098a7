import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Workqueue } from '#shared/domains/workqueues/contract.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { startFleet, type Fleet } from '../support/platform-fleet.ts'

/** Platforms die while their scripts run: no task is lost, and no process of a script outlives its platform. */

const RUNS = 8
const KILLS = 4

let database: TestDatabase
let fleet: Fleet
let appId: string
beforeAll(async () => {
  database = await createTestDatabase()
  fleet = await startFleet({ size: 2, databaseUrl: database.url })
  appId = (await fleet.call<{ _id: string }>('POST', 'apps', { name: 'Depot', description: 'x' }))._id
  const { _id: teamId } = await fleet.call<{ _id: string }>('POST', 'teams', { name: 'Depot' })
  const write = (name: string, code: string) => fleet.call('POST', 'scripts', { name, teamId, code })
  await write(
    'Busy',
    'export default ({ inputs }) => { const end = Date.now() + 200; while (Date.now() < end); return { n: inputs.n + 1 } }',
  )
  // Its built-in never asks for interrupts.
  await write('Deaf', "export default () => ({ found: /^(a+)+$/.test('a'.repeat(40) + 'b') })")
})
afterAll(async () => {
  await fleet.stop()
  await database.drop()
})

const start = (tasks: object[]) =>
  fleet.call<{ _id: string }>('POST', `workqueues?appId=${appId}`, {
    name: 'Run',
    initialState: { n: 0 },
    tasks,
  })
const read = (id: string) => fleet.call<Workqueue>('GET', `workqueues/${id}`)

interface ScriptProcess {
  pid: number
  /** Whether the process that has started it is gone. */
  orphaned: boolean
}

function scriptProcesses(): ScriptProcess[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args=']).toString().trim().split('\n')
  const all = lines.map((line) => /^ *(\d+) +(\d+) (.*)$/.exec(line)?.slice(1) ?? [])
  const programs = new Map(all.map(([pid, , args = '']) => [pid, args]))
  return all
    .filter(([, , args = '']) => args.includes('scripts/child/runner'))
    .map(([pid, parent]) => ({ pid: Number(pid), orphaned: !programs.get(parent)?.includes('node') }))
}

test('tasks that run scripts end once each, and their processes with the platform', async () => {
  const chain = ['a', 'b', 'c'].map((name, index, names) => ({
    name,
    type: 'task.script.busy',
    depends: names.slice(Math.max(0, index - 1), index),
    inputs: { n: '$state.n' },
    outputs: { n: '$state.n' },
  }))
  const deaf = await start([{ name: 'deaf', type: 'task.script.deaf' }])
  const runs = await Promise.all(Array.from({ length: RUNS }, () => start(chain)))
  const victims = new Set<number>()
  for (let kill = 0; kill < KILLS; kill++) {
    await wait(500)
    for (const { pid } of scriptProcesses()) victims.add(pid)
    await fleet.killAndRestart(kill % 2)
  }
  for (const { _id } of runs)
    await expect
      .poll(async () => (await read(_id)).status, { timeout: 60_000, interval: 200 })
      .toBe('completed')
  for (const { _id } of runs) expect((await read(_id)).state).toEqual({ n: 3 })
  await fleet.call('POST', `workqueues/${deaf._id}/end`, { status: 'cancelled' })
  expect(victims.size).toBeGreaterThan(0)
  await expect.poll(() => scriptProcesses().filter(({ orphaned }) => orphaned)).toEqual([])
}, 120_000)
