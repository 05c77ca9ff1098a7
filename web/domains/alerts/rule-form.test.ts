import { expect, it } from 'vitest'
import { formatAlerts, newRuleQuery, parseAlerts, presetOf } from './alert-params.ts'
import { ruleBodyOf, formFaults, ruleFormOf, isSameForm, newForm, withKind } from './rule-form.ts'

const preset = { kind: 'runFailed', minutes: 5, scope: { planId: 'p1', tag: 'eu' } } as const

it('a new rule has what its address presets, and sends mails to its author', () => {
  const form = newForm(preset, 'ana@x.example')
  expect(ruleBodyOf(form)).toEqual({
    name: 'Failed runs',
    when: { kind: 'runFailed', minutes: 5 },
    scope: { planId: 'p1', tag: 'eu' },
    to: [{ kind: 'email', address: 'ana@x.example' }],
    quiet: null,
  })
})

it('another kind drops what it does not have, and a name that was not typed follows it', () => {
  const form = newForm(preset, undefined)
  expect(withKind(form, 'runRecovered')).toMatchObject({ name: 'Good again', minutes: null })
  expect(withKind(form, 'keyExpires').scope).toEqual({})
  expect(withKind({ ...form, name: 'Mine' }, 'scheduleMissed')).toMatchObject({
    name: 'Mine',
    scope: { planId: 'p1' },
  })
})

const saved = {
  id: 'r1',
  name: 'Pager',
  enabled: true,
  when: { kind: 'runLate', minutes: null },
  scope: { appId: null, planId: null, tag: null, type: 'task.a' },
  to: [
    { id: 't1', kind: 'webhook', address: 'https://a.example/', secret: '**1234', oldSecretUntil: null },
    { id: 't2', kind: 'chat', address: 'https://c.example/****', secret: null, oldSecretUntil: null },
    { id: 't3', kind: 'email', address: 'ana@x.example', secret: null, oldSecretUntil: null },
  ],
  quiet: null,
  sent: 0,
  last: null,
  created: null,
  createdBy: '',
  updated: null,
  updatedBy: '',
}

it('a saved rule sends its addresses by their ids, so that their secrets stay', () => {
  const form = ruleFormOf(saved)
  expect(ruleBodyOf(form).to).toEqual([
    { kind: 'email', address: 'ana@x.example' },
    { _id: 't1', kind: 'webhook', url: 'https://a.example/' },
    { _id: 't2', kind: 'chat', url: 'https://c.example/****' },
  ])
  expect(isSameForm(form, ruleFormOf(saved))).toBe(true)
  // Rows without an address are no change; a typed address is one before it is added.
  const empty = { ...form, webhooks: [...form.webhooks, { key: 'k', id: null, url: ' ' }] }
  expect(isSameForm(form, empty)).toBe(true)
  expect(isSameForm(form, { ...form, typed: 'bo@x.example' })).toBe(false)
})

it.each([
  ['to[1].url', 'is a forbidden address', { t1: 'Forbidden address: messages reach only public ones.' }],
  ['to[2].url', 'must be an http address', { t2: 'The address must be an http address' }],
  [
    'to[0].address',
    'must be an e-mail address',
    { 'email ana@x.example': 'The address must be an e-mail address' },
  ],
  ['scope.type', 'must have its only * at its end', { scope: 'must have its only * at its end' }],
  ['quiet.from', 'must be a time of day', { quiet: 'must be a time of day' }],
  ['to[7].url', 'is wrong', null],
  ['colour', 'is not known here', null],
])('a fault at %s stands at its field', (path, message, faults) => {
  expect(formFaults(ruleFormOf(saved), [{ path, message }])).toEqual(faults)
})

it('an error without faults has no field', () => {
  expect(formFaults(ruleFormOf(saved), undefined)).toBeNull()
})

it.each(['', '&rule=r1', '&rule=r1&of=all&state=gaveUp&page=3'])(
  'the address %j is read and written',
  (rest) => {
    const address = `?tab=alerts${rest}`
    expect(formatAlerts(parseAlerts(new URLSearchParams(address)))).toBe(address)
  },
)

it('the address of a new rule presets its condition', () => {
  const read = (query: string) => presetOf(new URLSearchParams(query))
  expect(read(newRuleQuery(preset))).toEqual(preset)
  expect(read('&rule=new&kind=other&minutes=x')).toEqual({ kind: 'failureOpened', minutes: 1, scope: {} })
  expect(read(newRuleQuery({}))).toEqual({ kind: 'failureOpened', minutes: null, scope: {} })
})
