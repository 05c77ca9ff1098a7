import { describe, expect, it } from 'vitest'
import {
  draftFaults,
  fieldOfPath,
  fieldsOfDraft,
  isSameDraft,
  newDraft,
  type ScheduleDraft,
} from './schedule-draft.ts'

const draft = (over: Partial<ScheduleDraft> = {}): ScheduleDraft => ({
  ...newDraft('p1'),
  name: 'Nightly',
  timeZone: 'Europe/Berlin',
  ...over,
})

describe('what keeps a draft from being saved', () => {
  it('nothing where all is there', () => expect(draftFaults(draft())).toEqual({}))

  it.each<[Partial<ScheduleDraft>, object]>([
    [{ planId: null }, { planId: 'is required' }],
    [{ name: '  ' }, { name: 'is required' }],
    [{ cron: '' }, { cron: 'is required' }],
    [{ cron: '75 2 * * *' }, { cron: 'minute 75 is over 59' }],
    [{ within: 'soon' }, { within: 'must be a number from 0 to 720' }],
    [{ within: '' }, { within: 'must be a number from 0 to 720' }],
    [{ jitter: '-1' }, { jitter: 'must be a number from 0 to 3,600' }],
    [{ pauseAfter: '1.5' }, { pauseAfter: 'must be a number from 1 to 100' }],
    [
      { startAt: '2027-01-02T00:00:00.000Z', endAt: '2027-01-01T00:00:00.000Z' },
      { endAt: 'must be later than the start' },
    ],
  ])('%j', (over, faults) => expect(draftFaults(draft(over))).toEqual(faults))

  it('a state that is no JSON', () => {
    expect(draftFaults(draft({ state: '{' })).state).toBeTruthy()
    expect(draftFaults(draft({ state: '[]' })).state).toBeTruthy()
  })
})

it('is sent in the units of the platform', () => {
  const fields = fieldsOfDraft(
    draft({ within: '1.5', jitter: '2.5', pauseAfter: '3', state: '{"month":"previous"}' }),
  )
  expect(fields).toMatchObject({
    catchUpWindow: 5400,
    jitterMs: 2500,
    pauseAfterFailures: 3,
    initialState: { month: 'previous' },
  })
  expect(fieldsOfDraft(draft())).toMatchObject({ initialState: null, pauseAfterFailures: null })
})

it('differs by any of its fields', () => {
  expect(isSameDraft(draft(), draft())).toBe(true)
  expect(isSameDraft(draft(), draft({ priority: 1 }))).toBe(false)
})

it.each([
  ['cron', 'cron'],
  ['initialState.month', 'state'],
  ['catchUpWindow', 'within'],
  ['toString', null],
])('a fault of %s belongs to the field %s', (path, field) => expect(fieldOfPath(path)).toBe(field))
