import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { team, type Team } from '#shared/domains/teams/contract.ts'
import { task, type Task } from '#shared/domains/tasks/contract.ts'
import { moment } from '#shared/lib/wire.ts'
import { readers } from './readers.ts'
import type { Wire } from './wire.ts'

const at = '2025-11-22T05:13:20.000Z'
const epoch = Date.parse(at)
const read = readers(z.object({ n: z.number(), at: moment, created: moment, createdAt: moment.optional() }))

describe('a number', () => {
  it.each([
    [1.5, 1.5],
    ['0.5', 0.5],
    [' 1500 ', 1500],
    ['-2', -2],
    ['1e3', 1000],
    ['', null],
    [' ', null],
    ['12 s', null],
    ['0x10', null],
    ['Infinity', null],
    ['1e999', null],
    [Number.NaN, null],
    [true, null],
    [null, null],
    [['1'], null],
  ])('of %j is %j', (value, expected) => {
    expect(read.numberOrNull('n')({ n: value })).toBe(expected)
  })
})

describe('an integer', () => {
  it.each([
    [57, 57],
    ['57', 57],
    [2_147_483_647, 2_147_483_647],
    [-2_147_483_648, -2_147_483_648],
    [2_147_483_648, null],
    [epoch, null],
    [String(epoch), null],
    [1.5, null],
    ['1.5', null],
  ])('of %j is %j, which GraphQL takes', (value, expected) => {
    expect(read.integerOrNull('n')({ n: value })).toBe(expected)
    expect(read.count('n')({ n: value })).toBe(expected ?? 0)
  })
})

describe('a moment', () => {
  it.each([
    [at, at],
    [epoch, at],
    [String(epoch), at],
    ['2025', '2025-01-01T00:00:00.000Z'],
    ['9'.repeat(20), null],
    ['soon', null],
    ['', null],
    [true, null],
  ])('of %j is %j', (value, expected) => {
    expect(read.momentOrNull('at')({ at: value })).toBe(expected)
  })

  it('is taken from the next key, and at last from the id', () => {
    expect(read.moment('created', 'createdAt')({ created: 'soon', createdAt: String(epoch) })).toBe(at)
    expect(read.moment('created')({ _id: '692146b00000000000000000' })).toMatch(/^2025-11-22T05:14/)
  })
})

it('a reference is the id of an entity that came bare or whole', () => {
  const teamId = readers(task).referenceId('appId')
  expect([{ appId: 'a' }, { appId: { _id: 'a' } }, { appId: { id: 'a' } }, {}].map(teamId)).toEqual([
    'a',
    'a',
    'a',
    null,
  ])
})

/** Checked by the compiler: each line below an expected error must not compile. */
it('a key that the contract does not have, or has with another kind, does not compile', () => {
  const { text, textOrNull, momentOrNull, integerOrNull, flagOrNull, texts, entities, referenceId } =
    readers(task)
  expect(textOrNull('reason')({ reason: 1 })).toBe('1')
  expect(momentOrNull('queued')({ queued: epoch })).toBe(at)
  // @ts-expect-error no such key
  text('reasons')
  // @ts-expect-error a moment is not a text
  textOrNull('queued')
  // @ts-expect-error a text is not a moment
  momentOrNull('reason')
  // @ts-expect-error a text is not an integer
  integerOrNull('name')
  // @ts-expect-error a number is not a flag
  flagOrNull('attempt')
  // @ts-expect-error a text is not a list
  texts('name')
  // @ts-expect-error a list of texts has no entities
  entities('depends')
  // @ts-expect-error an object of the contract without an id is no reference
  referenceId('retry')
  const isTask = (entity: Wire<Task>) => text('name')(entity)
  // @ts-expect-error a team is not a task
  expect(isTask({ name: 'a' } as Wire<Team>)).toBe('a')
  expect(readers(team).entities('members')({ members: [{ _id: 'm' }, 'n'] })).toEqual([{ _id: 'm' }])
})
