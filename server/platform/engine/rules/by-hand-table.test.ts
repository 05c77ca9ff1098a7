import { expect, test } from 'vitest'
import { evidence } from '#tests/support/evidence.ts'
import { RunOf } from '#tests/support/run-of.ts'

/** Check 88: what people may do with a task in each of its states, and nothing else. */

const worker = 'task.acme.render'
const twice = { max: 2, delayMs: 1000, factor: 1 }
const take = (run: RunOf, name: string) => run.on(name, { type: 'taken', holder: null })

/** A run whose task `a` is in this state; `b` waits for it, so that `b` is not started before. */
const states: Record<string, () => { run: RunOf; name: string }> = {
  'not started': () => ({ run: new RunOf({ a: {}, b: { depends: ['a'] } }), name: 'b' }),
  queued: () => ({ run: new RunOf({ a: { type: worker } }), name: 'a' }),
  started: () => ({ run: new RunOf({ a: {} }), name: 'a' }),
  'started by a worker'() {
    const run = new RunOf({ a: { type: worker } })
    take(run, 'a')
    return { run, name: 'a' }
  },
  retry() {
    const run = new RunOf({ a: { retry: twice } })
    run.fail('a')
    return { run, name: 'a' }
  },
  ended() {
    const run = new RunOf({ a: {}, other: {} })
    run.end('a')
    return { run, name: 'a' }
  },
  failed() {
    const run = new RunOf({ a: {}, other: {} })
    run.fail('a')
    return { run, name: 'a' }
  },
  'skipped by a condition': () => ({ run: new RunOf({ a: { condition: 'false' }, other: {} }), name: 'a' }),
  'completed by hand'() {
    const run = new RunOf({ a: {}, other: {} })
    run.fail('a')
    run.complete('a')
    return { run, name: 'a' }
  },
  'skipped by hand'() {
    const run = new RunOf({ a: {}, other: {} })
    run.fail('a')
    run.skip('a')
    return { run, name: 'a' }
  },
  'failed, run failed'() {
    const run = new RunOf({ a: {} })
    run.fail('a')
    return { run, name: 'a' }
  },
  'ended, run completed'() {
    const run = new RunOf({ a: {} })
    run.end('a')
    return { run, name: 'a' }
  },
  'failed, run cancelled'() {
    const run = new RunOf({ a: {}, other: {} })
    run.fail('a')
    run.cancel()
    return { run, name: 'a' }
  },
  'stopped, run cancelled'() {
    const run = new RunOf({ a: {} })
    run.cancel()
    return { run, name: 'a' }
  },
}

const acts = ['complete', 'skip', 'restart', 'restartFrom'] as const
type Act = (typeof acts)[number]

/** What is allowed; everything else is refused with a sentence and changes nothing. */
const allowed: Record<string, readonly Act[]> = {
  queued: ['complete', 'skip'],
  retry: ['complete', 'skip', 'restart', 'restartFrom'],
  ended: ['restartFrom'],
  failed: ['complete', 'skip', 'restart', 'restartFrom'],
  'completed by hand': ['restartFrom'],
  'skipped by hand': ['restartFrom'],
  'failed, run failed': ['complete', 'skip', 'restart', 'restartFrom'],
  'ended, run completed': ['restartFrom'],
}

test('each act is allowed in its states only, and records who did it; a refused one changes nothing', () => {
  let [done, refusals] = [0, 0]
  for (const [state, make] of Object.entries(states))
    for (const act of acts) {
      const { run, name } = make()
      const before = structuredClone(run.run)
      const refused = run[act](name)
      const isAllowed = allowed[state]?.includes(act) ?? false
      expect([state, act, refused === null]).toEqual([state, act, isAllowed])
      if (refused === null) {
        done++
        const task = run.task(name)
        // A retry that runs at once stays the try of its round, so only its run knows who asked for it.
        if (state !== 'retry' || act === 'complete' || act === 'skip')
          expect([state, act, task.roundActor]).toEqual([state, act, 'bob@test'])
      } else {
        refusals++
        expect([state, act, refused]).toEqual([
          state,
          act,
          expect.stringMatching(/^(The (task|workqueue) is )/),
        ])
        expect(run.run).toEqual(before)
      }
    }
  evidence({
    check: 88,
    figures: {
      states: Object.keys(states).length,
      acts: acts.length,
      allowed: done,
      refused: refusals,
      'not as in the table': 0,
    },
    breaks: 'a task may be completed while it runs, or in a cancelled run',
  })
})

test('of an act and the report of a worker that come in one turn exactly one ends the attempt', () => {
  let races = 0
  for (const act of ['complete', 'skip'] as const)
    for (const actsFirst of [true, false]) {
      const run = new RunOf({ a: { type: worker } })
      if (actsFirst) {
        expect(run[act]('a')).toBeNull()
        expect(take(run, 'a')).toMatch(/^The task is /)
      } else {
        take(run, 'a')
        expect(run[act]('a')).toMatch('while it runs')
        expect(run.end('a')).toBeNull()
        expect(run[act]('a')).toMatch('The task is ended')
      }
      races++
    }
  evidence({
    check: 88,
    figures: { 'races with a worker': races, 'ended twice': 0 },
    breaks: 'a task that a person has ended is still handed out',
  })
})
