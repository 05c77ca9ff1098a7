import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLifecycle, StoppedError } from './lifecycle.ts'

const log = pino({ level: 'silent' })
const nothing = () => {}

test('parts stop in reverse order of their start, one after the other', async () => {
  const lifecycle = createLifecycle(log)
  const ended: string[] = []
  await lifecycle.start('database', nothing, () => ended.push('database'))
  await lifecycle.start('engine', nothing, async () => {
    await Promise.resolve()
    ended.push('engine')
  })
  expect(await lifecycle.stop('test')).toBe(0)
  expect(ended).toEqual(['engine', 'database'])
})

test('stopping is idempotent', async () => {
  const lifecycle = createLifecycle(log)
  let count = 0
  await lifecycle.start('part', nothing, () => count++)
  await Promise.all([lifecycle.stop('first'), lifecycle.stop('second')])
  expect(count).toBe(1)
})

test('a part that fails to stop does not keep the others running, and sets the exit code', async () => {
  const lifecycle = createLifecycle(log)
  let ended = false
  await lifecycle.start('database', nothing, () => (ended = true))
  await lifecycle.start('engine', nothing, () => Promise.reject(new Error('stuck')))
  expect(await lifecycle.stop('test')).toBe(1)
  expect(ended).toBe(true)
})

test('a part that never stops does not keep the process beyond the limit', async () => {
  const lifecycle = createLifecycle(log, 20)
  await lifecycle.start('hanging', nothing, () => new Promise(() => {}))
  expect(await lifecycle.stop('test')).toBe(1)
})

test('a part that is starting when the stop begins is stopped, and no other starts after it', async () => {
  const lifecycle = createLifecycle(log)
  let open: (part: string) => void = () => {}
  const gate = new Promise<string>((resolve) => (open = resolve))
  const ended: string[] = []
  const starting = lifecycle.start(
    'database',
    () => gate,
    (part) => ended.push(part),
  )
  const refused = expect(starting).rejects.toThrow(StoppedError)
  const stopped = lifecycle.stop('test')
  open('database')
  await refused
  expect(await stopped).toBe(0)
  expect(ended).toEqual(['database'])
  await expect(lifecycle.start('engine', nothing, nothing)).rejects.toThrow(StoppedError)
})

test('a part that failed to start is not stopped', async () => {
  const lifecycle = createLifecycle(log)
  const failing = lifecycle.start(
    'database',
    () => Promise.reject(new Error('no disk')),
    () => expect.fail(),
  )
  await expect(failing).rejects.toThrow('no disk')
  expect(await lifecycle.stop('test')).toBe(0)
})
