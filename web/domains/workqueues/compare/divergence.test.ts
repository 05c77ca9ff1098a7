import { describe, expect, it } from 'vitest'
import { commonFailure, firstDiverged, fixOf, resolvedInputs } from './divergence.ts'
import { factsOf, shortNames } from './likely-causes.ts'
import { comparison, invoiceRuns, ran, runOf, task } from './test-bed.tsx'
import type { ComparedRun } from './task-pairs.ts'

const unknown = { left: null, right: null }

function diverged(left: ComparedRun, right: ComparedRun, over: Parameters<typeof comparison>[2] = {}) {
  const { rows, facts } = comparison(left, right, over)
  return firstDiverged(rows, facts)
}

describe('firstDiverged', () => {
  const chain = (...tasks: Parameters<typeof ran>[]) =>
    tasks.map(([name, seconds, over], index) =>
      ran(name, seconds, {
        depends: index === 0 ? [] : [tasks[index - 1]![0]],
        outputs: { out: `$state.${name}` },
        ...over,
      }),
    )
  const good = runOf('a', chain(['a', 10], ['b', 10], ['c', 10]), { state: { a: 1, b: 1, c: 1 } })

  it('is the first task by status, not what follows from it', () => {
    const { left, right } = invoiceRuns()
    expect(diverged(left, right)).toMatchObject({
      row: { key: 'Charge cards US' },
      by: 'status',
      worse: 'right',
    })
    expect(diverged(right, left)).toMatchObject({
      row: { key: 'Charge cards US' },
      by: 'status',
      worse: 'left',
    })
  })
  it('is by status before an earlier task by time', () => {
    const bad = runOf('b', chain(['a', 40], ['b', 10], ['c', 10, { status: 'failed' }]), { status: 'failed' })
    expect(diverged(good, bad)).toMatchObject({ row: { key: 'c' }, by: 'status' })
  })
  it('is by time before an earlier task by result', () => {
    const slow = runOf('b', chain(['a', 10], ['b', 30, { version: '9' }], ['c', 30]), {
      state: { a: 2, b: 1, c: 1 },
    })
    expect(diverged(good, slow)).toMatchObject({ row: { key: 'b' }, by: 'time', worse: 'right' })
    expect(diverged(slow, good, { here: 'left' })).toMatchObject({
      row: { key: 'b' },
      by: 'time',
      worse: 'left',
    })
    const usual = new Map([...'abc'].map((name) => [name, { medianMs: 10_000, p95Ms: 31_000 }]))
    expect(diverged(good, slow, { usual })).toMatchObject({ row: { key: 'a' }, by: 'result' })
  })
  it('is not a task that runs for less time so far, but one that runs for more', () => {
    const task = ran('a', 0, { status: 'started', ended: null })
    const running = runOf('b', [task], { status: 'started', ended: null })
    const now = Date.parse(task.started!) + 1000
    expect(diverged(good, running, { now })).toBeNull()
    expect(diverged(running, good, { now })).toBeNull()
    expect(comparison(good, running, { now }).rows[0]).toMatchObject({ longerMs: null, difference: 'open' })
    const later = { now: now + 60_000 }
    expect(diverged(good, running, later)).toMatchObject({ row: { key: 'a' }, by: 'time', worse: 'right' })
  })
  it('is not where the run was faster than the other, but the task that it runs for longer than usual', () => {
    const before = runOf('a', chain(['price', 9], ['export', 3], ['archive', 9]))
    const [price, late] = chain(['price', 2], ['export', 0, { status: 'started', ended: null }])
    const running = runOf('b', [price!, late!], { status: 'started', ended: null })
    const usual = new Map([
      ['price', { medianMs: 2000, p95Ms: 4000 }],
      ['export', { medianMs: 3000, p95Ms: 5000 }],
    ])
    const [first, second] = comparison(before, running, { usual }).rows
    expect([first?.difference, second?.difference]).toEqual(['same', 'time'])
    const atExport = { row: { key: 'export' }, by: 'time' }
    expect(diverged(before, running, { usual })).toMatchObject({ ...atExport, worse: 'right' })
    expect(diverged(running, before, { usual, here: 'left' })).toMatchObject({ ...atExport, worse: 'left' })
    // Also beside a run that has ended, and that the comparison is about.
    const rest = new Map([...usual, ['price', { medianMs: 2000, p95Ms: 10_000 }]])
    expect(diverged(running, before, { usual: rest })).toMatchObject({ ...atExport, worse: 'left' })
  })
  it('is by result where status and time are alike', () => {
    const other = runOf('b', chain(['a', 10], ['b', 10], ['c', 10]), { state: { a: 1, b: { n: 2 }, c: 3 } })
    expect(diverged(good, other)).toMatchObject({
      row: { key: 'b' },
      by: 'result',
      result: { field: 'out', left: 1, right: { n: 2 } },
    })
    const failing = (reason: string) =>
      runOf('x', chain(['a', 10, { status: 'failed', reason }]), { status: 'failed' })
    expect(diverged(failing('no route'), failing('timed out'))).toMatchObject({ result: { field: 'reason' } })
    expect(diverged(failing('no route'), failing('no route'))).toBeNull()
  })
  it('is a failed task that the other run lacks, but not one that ended', () => {
    const more = (status: string) =>
      runOf('b', [...chain(['a', 10], ['b', 10], ['c', 10]), ran('d', 1, { status })], { state: good.state })
    expect(diverged(good, more('ended'))).toBeNull()
    expect(diverged(good, more('failed'))).toMatchObject({ row: { key: 'd' }, by: 'status', worse: 'right' })
  })
  it('is nothing for equal runs', () => expect(diverged(good, { ...good, id: 'b' })).toBeNull())
})

describe('commonFailure', () => {
  const inCommon = (left: ComparedRun, right: ComparedRun) => {
    const { rows, facts } = comparison(left, right)
    return commonFailure(rows, firstDiverged(rows, facts))
  }
  const failed = (id: string, reason: string, seconds = 10) =>
    runOf(id, [ran('a', 10), ran('b', seconds, { status: 'failed', reason, depends: ['a'] })], {
      status: 'failed',
    })

  it('is the task at which both failed for one reason, numbers aside, whatever differs in time', () => {
    const common = inCommon(failed('a', 'Timed out'), failed('b', 'Timed out', 60))
    expect(common).toMatchObject({ row: { key: 'b' }, reason: 'Timed out' })
    expect(inCommon(failed('a', 'No answer in 300 ms'), failed('b', 'No answer in 12 ms'))).toMatchObject({
      reason: 'No answer in # ms',
    })
  })
  it('is nothing where the reasons or the ends differ', () => {
    expect(inCommon(failed('a', 'Timed out'), failed('b', 'Refused'))).toBeNull()
    const { left, right } = invoiceRuns()
    expect(inCommon(left, right)).toBeNull()
    expect(inCommon(left, { ...left, id: 'again' })).toBeNull()
  })
})

describe('factsOf', () => {
  const told = (
    left: ComparedRun,
    right: ComparedRun,
    handedOut: Parameters<typeof factsOf>[3] = unknown,
  ) => {
    const { rows, facts } = comparison(left, right)
    return factsOf(firstDiverged(rows, facts)!, rows, facts, handedOut).map((fact) => {
      if (fact.kind === 'result') return 'result'
      return fact.kind === 'change'
        ? `${fact.label}: ${fact.left} > ${fact.right}`
        : `${fact.label}: ${fact.text}`
    })
  }
  it('are the likely causes in their order, the result, what speaks against them, and the same', () => {
    const { left, right } = invoiceRuns()
    expect(told(left, right)).toEqual([
      'worker payments: 2.14.0 > 2.14.1',
      'input batchSize: 100 > 214',
      'result',
      'also on 2.14.1, batchSize 214: EU, UK and AP ended',
      'the same: host, alias default, plan v12',
    ])
  })
  it('take the values of the run that went worse, on whichever side it is', () => {
    const { left, right } = invoiceRuns()
    expect(told(right, left)).toContain('also on 2.14.1, batchSize 214: EU, UK and AP ended')
  })
  it('take the inputs that were handed out where they are known', () => {
    const { left, right } = invoiceRuns()
    const handedOut = { left: { region: 'US', limit: 1 }, right: { region: 'US', limit: 1 } }
    expect(told(left, right, handedOut)).toEqual([
      'worker payments: 2.14.0 > 2.14.1',
      'result',
      'also on 2.14.1: EU, UK and AP ended',
      'the same: host, alias default, plan v12, inputs of the task',
    ])
  })
  it('name plan, alias and host, and say when the definition of the task is the same', () => {
    const { left, right } = invoiceRuns()
    const tasks = right.tasks.map((each) =>
      each.name === 'Charge cards US'
        ? { ...each, version: '2.14.0', alias: 'bulk', hostName: 'crane-08' }
        : each,
    )
    const other = { ...right, tasks, plan: { ...right.plan!, version: 13 }, state: left.state }
    expect(told(left, other)).toEqual([
      'plan: v12 > v13',
      'alias: default > bulk',
      'host: crane-07 > crane-08',
      'result',
      'plan v13: its definition is the same',
      'the same: inputs of the task, version 2.14.0',
    ])
  })
  it('leave out what is not known', () => {
    const { left, right } = invoiceRuns()
    const bare = (run: ComparedRun) => ({
      ...run,
      plan: null,
      tasks: run.tasks.map((each) => ({ ...each, version: null, hostName: null, inputs: {} })),
    })
    expect(told(bare(left), bare(right))).toEqual(['result', 'the same: alias default'])
  })
  it('count the inputs beyond two', () => {
    const of = (n: number, status: string) =>
      runOf(`r${n}`, [ran('load', 5, { status, version: null, inputs: { a: n, b: n, c: n, d: n } })])
    expect(told(of(1, 'ended'), of(2, 'failed')).slice(0, 3)).toEqual([
      'input a: 1 > 2',
      'input b: 1 > 2',
      'inputs: and 2 other inputs',
    ])
  })
})

describe('fixOf', () => {
  it('is the failed task of this run, else of the other, and nothing for a cancelled run', () => {
    const { left, right } = invoiceRuns()
    const { rows, facts, runs } = comparison(left, right)
    const divergence = firstDiverged(rows, facts)
    expect(fixOf(divergence, rows, runs, 'right')).toMatchObject({
      task: { name: 'Charge cards US' },
      side: 'right',
    })
    expect(fixOf(divergence, rows, runs, 'left')).toMatchObject({
      task: { name: 'Charge cards US' },
      side: 'right',
    })
    const cancelled = { left, right: { ...right, status: 'cancelled' } }
    expect(fixOf(divergence, rows, cancelled, 'right')).toBeNull()
  })
  it('is the first failed task where another one diverged first', () => {
    const left = runOf('a', [ran('a', 1), ran('b', 1)])
    const right = runOf('b', [task('a', { status: 'skipped' }), ran('b', 1, { status: 'failed' })])
    const { rows, facts, runs } = comparison(left, right)
    const divergence = firstDiverged(rows, facts)
    expect(divergence?.row.key).toBe('a')
    expect(fixOf(divergence, rows, runs, 'right')?.task.name).toBe('b')
  })
})

it('resolvedInputs replaces whole references by the state, and keeps secrets', () => {
  const inputs = { a: '$state.x.y', b: ['$state.n', 'text $state.n'], c: '$var.KEY', d: '$state.gone' }
  const loaded = runOf('a', [], { state: { x: { y: 1 } }, initialState: { n: 2 } })
  expect(resolvedInputs(ran('load', 1, { inputs }), loaded)).toEqual({
    a: 1,
    b: [2, 'text $state.n'],
    c: '$var.KEY',
    d: '$state.gone',
  })
})

it('shortNames leaves out the words that all names begin with', () => {
  expect(shortNames(['Charge cards EU', 'Charge cards UK'], 'Charge cards US')).toEqual(['EU', 'UK'])
  expect(shortNames(['Price usage'], 'Charge cards US')).toEqual(['Price usage'])
  expect(shortNames(['load'], 'load')).toEqual(['load'])
})

describe('a run that was cancelled', () => {
  const reason = 'Cancelled by ana@northwind.example'
  const names = ['a', 'b', 'c']
  const before = names.map((name) => task(name, { status: 'skipped', reason }))
  const failed = runOf('f', [ran('a', 1), ran('b', 1, { status: 'failed' }), task('c')], { status: 'failed' })
  const cancelled = (first: ReturnType<typeof task>) =>
    runOf('c', [first, ...before.slice(1)], { status: 'cancelled' })

  it('diverged where the cancel came before a task that the other run reached, not at an unusual time', () => {
    const slow = cancelled(ran('a', 60))
    expect(diverged(failed, slow)).toMatchObject({ row: { key: 'b' }, by: 'status', worse: 'right' })
    expect(diverged(slow, failed)).toMatchObject({ row: { key: 'b' }, by: 'status', worse: 'left' })
    expect(diverged(failed, cancelled(before[0]!))).toMatchObject({ row: { key: 'a' }, worse: 'right' })
  })
  it('went worse than one in which a condition left the task out', () => {
    const skipped = runOf('s', [
      ran('a', 1),
      task('b', { status: 'skipped', started: '2026-03-01T14:03:00Z' }),
    ])
    const stopped = runOf('c', [ran('a', 1), ran('b', 1, { status: 'skipped', reason })], {
      status: 'cancelled',
    })
    expect(diverged(stopped, skipped)).toMatchObject({ row: { key: 'b' }, worse: 'left' })
  })
})
