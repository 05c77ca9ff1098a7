import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '#tests/support/gateway.ts'
import { createBreaker, type Breaker } from './breaker.ts'

let clock: ReturnType<typeof createTestClock>
let breaker: Breaker
beforeEach(() => {
  clock = createTestClock()
  breaker = createBreaker({ clock, breakerProbeMs: 1_000, breakerFailures: 3 })
})

const failure = (code: string) => Object.assign(new Error(code), { code })
const passes = () => breaker.refusal() === undefined

describe('a platform that takes no connection', () => {
  beforeEach(() => breaker.failed(failure('ECONNREFUSED')))

  it('is asked once a second, and the rest is refused with the word when to come again', () => {
    expect(breaker.refusal()).toMatchObject({ code: 'PLATFORM_DOWN', statusCode: 503, retryAfter: 1 })
    const passed = []
    for (let ms = 0; ms < 5_000; ms += 50) {
      clock.advance(50)
      if (passes()) passed.push(ms)
    }
    expect(passed).toHaveLength(5)
    expect(breaker.refused()).toBe(96)
  })

  it('is asked by everybody again once it has answered', () => {
    clock.advance(1_000)
    expect([passes(), passes()]).toEqual([true, false])
    breaker.answered()
    expect([passes(), passes(), breaker.isOpen()]).toEqual([true, true, false])
  })

  it('stays away while its probes fail, and one that stays out does not hold up the next', () => {
    clock.advance(1_000)
    expect(passes()).toBe(true)
    breaker.failed(failure('ECONNREFUSED'))
    expect(passes()).toBe(false)
    clock.advance(1_000)
    expect([passes(), passes()]).toEqual([true, false])
    clock.advance(1_000)
    expect([passes(), passes()]).toEqual([true, false])
  })
})

describe.each(['ECONNRESET', 'ANSWER_TIMEOUT'])('answers that stay out (%s)', (code) => {
  it('are borne a few times', () => {
    breaker.failed(failure(code))
    breaker.failed(failure(code))
    breaker.answered()
    breaker.failed(failure(code))
    breaker.failed(failure(code))
    expect([passes(), passes()]).toEqual([true, true])
  })

  it('count as away when no other call is answered in between; the next call tries', () => {
    for (let time = 0; time < 3; time++) breaker.failed(failure(code))
    expect([passes(), passes()]).toEqual([true, false])
  })
})

it('what was given up on this side, or answered with nonsense, says nothing', () => {
  for (let time = 0; time < 9; time++) {
    breaker.failed(new Error('the caller left'))
    breaker.failed(failure('HPE_INVALID_CONSTANT'))
  }
  expect([passes(), passes()]).toEqual([true, true])
})
