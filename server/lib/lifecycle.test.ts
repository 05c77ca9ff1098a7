import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLifecycle } from './lifecycle.ts'

const log = pino({ level: 'silent' })

test('what was started last ends first, each after the one before', async () => {
  const lifecycle = createLifecycle(log)
  const ended: string[] = []
  lifecycle.add('database', () => ended.push('database'))
  lifecycle.add('engine', async () => {
    await Promise.resolve()
    ended.push('engine')
  })
  expect(await lifecycle.stop('test')).toBe(0)
  expect(ended).toEqual(['engine', 'database'])
})

test('stopping twice stops once', async () => {
  const lifecycle = createLifecycle(log)
  let count = 0
  lifecycle.add('part', () => count++)
  await Promise.all([lifecycle.stop('first'), lifecycle.stop('second')])
  expect(count).toBe(1)
})

test('a part that fails does not keep the others from ending, and the exit code tells it', async () => {
  const lifecycle = createLifecycle(log)
  let ended = false
  lifecycle.add('database', () => (ended = true))
  lifecycle.add('engine', () => Promise.reject(new Error('stuck')))
  expect(await lifecycle.stop('test')).toBe(1)
  expect(ended).toBe(true)
})

test('a part that never ends does not hold the process beyond the limit', async () => {
  const lifecycle = createLifecycle(log, 20)
  lifecycle.add('hanging', () => new Promise(() => {}))
  expect(await lifecycle.stop('test')).toBe(1)
})

test('a part whose start ends after the stop began is ended at once', async () => {
  const lifecycle = createLifecycle(log)
  await lifecycle.stop('test')
  let ended = false
  lifecycle.add('late', () => (ended = true))
  expect(ended).toBe(true)
})
