import { describe, expect, test } from 'vitest'
import { changeText, fieldName, pollingText, replicaText } from './change-words.ts'
import { formChanges, netChanges, restartOf, type ComparedForm, type DeploymentChange } from './changes.ts'
import { configChanges } from './flux-changes.ts'

const form: ComparedForm = {
  dockerTag: 'v1',
  replicaCount: 2,
  resources: { limits: { cpu: '1', memory: '1Gi' }, requests: { cpu: '1', memory: '1Gi' } },
  environment: { A: '1', B: '2' },
}
const wordsOf = (after: Partial<ComparedForm>) => formChanges(form, { ...form, ...after }).map(changeText)

test.each<[Partial<ComparedForm>, string[]]>([
  [{}, []],
  [{ dockerTag: 'v2', replicaCount: '3' }, ['Docker Tag v1 → v2', 'Replica Count 2 → 3']],
  [
    { resources: { ...form.resources, limits: { cpu: '2', memory: '' } } },
    ['CPU Limit 1 → 2', 'Memory Limit 1Gi → empty'],
  ],
  [{ environment: { B: '3', C: '4' } }, ['Variable A removed', 'Variable B changed', 'Variable C added']],
  [{ environment: null }, ['Environment Variables changed']],
])('%j is %j', (after, words) => expect(wordsOf(after)).toEqual(words))

test('values of variables are in no change', () => {
  const secret = 'marked-secret'
  const changes = formChanges(form, { ...form, environment: { A: secret, NEW: secret } })
  expect(JSON.stringify(changes)).not.toContain(secret)
})

describe('what several saves have changed together', () => {
  const save = (minute: number, ...changes: Partial<DeploymentChange>[]) => ({
    at: `2026-03-01T12:0${minute}:00.000Z`,
    by: `user${minute}`,
    changes: changes.map((each) => ({
      field: 'x',
      kind: 'changed' as const,
      before: null,
      after: null,
      ...each,
    })),
  })
  const tag = (before: string, after: string) => ({ field: 'dockerTag', before, after })
  test.each([
    [
      'the last author',
      [save(1, tag('a', 'b')), save(2, tag('b', 'c'))],
      [['dockerTag', 'changed', 'a', 'c', 'user2']],
    ],
    ['nothing that was changed back', [save(1, tag('a', 'b')), save(2, tag('b', 'a'))], []],
    ['nothing that came and went', [save(1, { kind: 'added' }), save(2, { kind: 'removed' })], []],
    [
      'one that was changed after it came',
      [save(1, { kind: 'added' }), save(2, {})],
      [['x', 'added', null, null, 'user2']],
    ],
    [
      'a removed one that came back as changed',
      [save(1, { kind: 'removed' }), save(2, { kind: 'added' })],
      [['x', 'changed', null, null, 'user2']],
    ],
  ])('%s', (_name, saves, told) =>
    expect(
      netChanges(saves).map(({ field, kind, before, after, by }) => [field, kind, before, after, by]),
    ).toEqual(told),
  )
})

test.each<[string[], string]>([
  [['replicaCount'], 'none'],
  [['dockerTag', 'replicaCount'], 'all'],
  [['environment.A'], 'all'],
  [['configuration.spec.interval'], 'maybe'],
])('%j restarts %s', (names, answer) => expect(restartOf(names.map((field) => ({ field })))).toBe(answer))

test.each<[Parameters<typeof replicaText>, string | null]>([
  [['all', 4, 4], 'All 4 replicas restart'],
  [['all', 1, 1], 'The replica restarts'],
  [['all', 4, 2], 'All 4 replicas restart; 2 run after that'],
  [['all', 0, 2], '2 replicas start'],
  [['none', 2, 6], '4 replicas start; those that run go on'],
  [['none', 3, 2], '1 of 3 replicas stops'],
  [['none', 3, 0], 'All 3 replicas stop: nothing of it polls any more'],
  [['all', 0, 0], 'Nothing runs: it has 0 replicas'],
  [['maybe', 2, 2], 'Replicas may restart'],
  [['all', 2, null], null],
])('%j: %s', (given, text) => expect(replicaText(...given)).toBe(text))

test.each<[Parameters<typeof pollingText>, string]>([
  [['default', 4, 3, 118], '4 workers poll default now and run 3 tasks; 118 tasks wait'],
  [['default', 1, 1, 1], '1 worker polls default now and runs 1 task; 1 task waits'],
  [['default', 0, 0, 0], 'Nothing polls default now; no task waits'],
])('%j: %s', (given, text) => expect(pollingText(...given)).toBe(text))

describe('a configuration', () => {
  const config = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: pay, namespace: shop }
spec:
  interval: 5m
  chart: { spec: { chart: worker, sourceRef: { kind: HelmRepository, name: own } } }
  values:
    image: { tag: v1 }
    replicaCount: 1
    resources: { limits: { cpu: 1, memory: 1Gi }, requests: { cpu: 1, memory: 1Gi } }
    env: { A: "marked-secret" }
`
  test.each<[string, (text: string) => string, string[]]>([
    ['nothing', (text) => text, []],
    [
      'only fields of the form',
      (text) => text.replace('v1', 'v2').replace('marked', 'other').replace('name: pay', 'name: pays'),
      [],
    ],
    ['another value', (text) => text.replace('5m', '9m'), ['spec.interval changed']],
    [
      'a new part',
      (text) => text.replace('    replicaCount', '    nodeSelector: { disk: ssd }\n    replicaCount'),
      ['spec.values.nodeSelector.disk added'],
    ],
    ['faults', () => 'spec: [', ['Text of the configuration changed']],
  ])('with %s', (_name, edit, words) =>
    expect(configChanges(config, edit(config)).map(changeText)).toEqual(words),
  )
})

test('a field that is not known is named as it is', () => expect(fieldName('newer')).toBe('newer'))
