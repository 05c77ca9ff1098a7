import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLifecycle, StoppedError } from './lifecycle.ts'

const log = pino({ level: 'silent' })
const nothing = () => {}

test('what was started last ends first, each after the one before', async () => {
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

test('stopping twice stops once', async () => {
  const lifecycle = createLifecycle(log)
  let count = 0
  await lifecycle.start('part', nothing, () => count++)
  await Promise.all([lifecycle.stop('first'), lifecycle.stop('second')])
  expect(count).toBe(1)
})

test('a part that fails does not keep the others from ending, and the exit code tells it', async () => {
  const lifecycle = createLifecycle(log)
  let ended = false
  await lifecycle.start('database', nothing, () => (ended = true))
  await lifecycle.start('engine', nothing, () => Promise.reject(new Error('stuck')))
  expect(await lifecycle.stop('test')).toBe(1)
  expect(ended).toBe(true)
})

test('a part that never ends does not hold the process beyond the limit', async () => {
  const lifecycle = createLifecycle(log, 20)
  await lifecycle.start('hanging', nothing, () => new Promise(() => {}))
  expect(await lifecycle.stop('test')).toBe(1)
})

test('a part that was starting when the stop began is ended, and nothing starts after it', async () => {
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

test('a part that cannot start is not ended', async () => {
  const lifecycle = createLifecycle(log)
  const failing = lifecycle.start(
    'database',
    () => Promise.reject(new Error('no disk')),
    () => expect.fail(),
  )
  await expect(failing).rejects.toThrow('no disk')
  expect(await lifecycle.stop('test')).toBe(0)
})
