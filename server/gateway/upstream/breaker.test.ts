import { pino } from 'pino'
import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '#tests/support/gateway.ts'
import { createBreaker, type Breaker } from './breaker.ts'

let clock: ReturnType<typeof createTestClock>
let breaker: Breaker
let lines: { msg: string; service: string; seconds?: number }[]
beforeEach(() => {
  clock = createTestClock()
  lines = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  breaker = createBreaker({ clock, log, service: 'platform', breakerProbeMs: 1_000, breakerFailures: 3 })
})

const failure = (code: string) => Object.assign(new Error(code), { code })
const passes = () => breaker.refusal() === undefined

describe('a platform that refuses connections', () => {
  beforeEach(() => breaker.failed(failure('ECONNREFUSED')))

  it('is probed once a second; all other calls are refused', () => {
    expect(breaker.refusal()).toMatchObject({ code: 'PLATFORM_DOWN', statusCode: 503, retryAfter: 1 })
    const passed = []
    for (let ms = 0; ms < 5_000; ms += 50) {
      clock.advance(50)
      if (passes()) passed.push(ms)
    }
    expect(passed).toHaveLength(5)
    expect(breaker.refused()).toBe(96)
  })

  it('gets every call again once it has answered', () => {
    clock.advance(1_000)
    expect([passes(), passes()]).toEqual([true, false])
    breaker.answered()
    expect([passes(), passes(), breaker.isOpen()]).toEqual([true, true, false])
  })

  it('is probed at once when its supervisor reports that it has started', () => {
    breaker.started()
    expect([passes(), passes()]).toEqual([true, false])
    breaker.answered()
    breaker.started()
    expect([passes(), passes()]).toEqual([true, true])
  })

  it('stays open while probes fail, and a pending probe does not delay the next one', () => {
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

describe.each(['ECONNRESET', 'ANSWER_TIMEOUT'])('lost answers (%s)', (code) => {
  it('are tolerated a few times', () => {
    breaker.failed(failure(code))
    breaker.failed(failure(code))
    breaker.answered()
    breaker.failed(failure(code))
    breaker.failed(failure(code))
    expect([passes(), passes()]).toEqual([true, true])
  })

  it('open the breaker when no other call is answered in between; the next call is a probe', () => {
    for (let time = 0; time < 3; time++) breaker.failed(failure(code))
    expect([passes(), passes()]).toEqual([true, false])
  })
})

it('calls aborted by the gateway and unusable answers do not count', () => {
  for (let time = 0; time < 9; time++) {
    breaker.failed(new Error('the caller left'))
    breaker.failed(failure('HPE_INVALID_CONSTANT'))
  }
  expect([passes(), passes()]).toEqual([true, true])
})

// Fails when each refused call, or each probe, is a line.
it('an outage is two lines of the log', () => {
  for (let second = 0; second < 3; second++) {
    for (let call = 0; call < 100; call++) if (passes()) breaker.failed(failure('ECONNREFUSED'))
    clock.advance(1_000)
  }
  expect(passes()).toBe(true)
  for (let call = 0; call < 3; call++) breaker.answered()
  expect(lines).toMatchObject([
    { service: 'platform', msg: 'unavailable: calls are refused until it answers' },
    { service: 'platform', msg: 'answers again', seconds: 3 },
  ])
})
