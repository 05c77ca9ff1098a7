import { expect, test } from 'vitest'
import { createLargeAnswers, LARGE_ANSWER } from './large-answers.ts'

/** Counts the iterations of the event loop until it is stopped. */
function countIterations() {
  let count = 0
  let pending = setImmediate(function next() {
    count++
    pending = setImmediate(next)
  })
  return { now: () => count, stop: () => clearImmediate(pending) }
}

test('large answers that arrive together are read in iterations of their own, of the accounts in turn', async () => {
  const { turn } = createLargeAnswers()
  const iterations = countIterations()
  const read: { account: string; iteration: number }[] = []
  const accounts = ['north', 'north', 'north', 'south', 'east']
  await Promise.all(
    accounts.map(async (account) => {
      await turn(LARGE_ANSWER, account)
      read.push({ account, iteration: iterations.now() })
    }),
  )
  iterations.stop()
  expect(read.map(({ account }) => account)).toEqual(['north', 'north', 'south', 'east', 'north'])
  expect(new Set(read.map(({ iteration }) => iteration)).size).toBe(accounts.length)
})

test('between two large answers the event loop is free for as long as the first one took', async () => {
  const { turn } = createLargeAnswers()
  const order: string[] = []
  const large = ['first', 'second'].map(async (name) => {
    await turn(LARGE_ANSWER, 'north')
    order.push(name)
    const until = performance.now() + 50
    while (performance.now() < until);
    // It comes after the iterations that follow at once, and before the end of a pause of 50 ms.
    setTimeout(() => order.push(`after the ${name}`), 10)
  })
  await Promise.all(large)
  expect(order.slice(0, 3)).toEqual(['first', 'after the first', 'second'])
})

test('small answers wait for none', async () => {
  const { turn } = createLargeAnswers()
  const order: string[] = []
  const large = ['first', 'second'].map((name) => turn(LARGE_ANSWER, 'north').then(() => order.push(name)))
  const small = turn(LARGE_ANSWER - 1, 'north').then(() => order.push('small'))
  await Promise.all([...large, small])
  expect(order.indexOf('small')).toBeLessThan(order.indexOf('second'))
})
