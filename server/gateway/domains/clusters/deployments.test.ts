import { describe, expect, it } from 'vitest'
import { runOperation, type CallMade } from '#tests/support/graphql-calls.ts'
import type { Answers } from '#tests/support/live-gateway.ts'

const SECRET = 'postgres://marked-secret'
const resources = { limits: { cpu: '1000m', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } }
const form = { clusterId: 'c1', workerId: 'w1', dockerTag: 'v1', replicaCount: 2, resources }
const deployment = {
  _id: 'd1',
  ...form,
  alias: 'pdf',
  version: 4,
  environment: { DB: SECRET, LOG: 'on' },
  fluxConfig: `env:\n  DB: ${SECRET}\n`,
}
const read: CallMade = { method: 'GET', path: 'deployments/d1', query: { withConfig: true } }
const answers = { 'GET deployments/d1': deployment, 'PUT deployments/d1': deployment }
const input = (environment: string) => `{
  clusterId: "c1", workerId: "w1", dockerTag: "v1", replicaCount: 2,
  resources: { limits: { cpu: "1000m", memory: "128Mi" }, requests: { cpu: "10m", memory: "64Mi" } },
  environment: ${environment}
}`
const update = (environment: string) =>
  `mutation { updateDeployment(id: "d1", deployment: ${input(environment)}) { environment { value } } }`

it.each<[string, Answers, CallMade[]]>([
  [
    '{ deployments(clusterId: "c1") { alias workerId workerName dockerTag } }',
    { 'GET deployments': { data: [deployment], total: 1 } },
    [{ method: 'GET', path: 'deployments', query: { page: 1, pagesize: 999, clusterId: 'c1' } }],
  ],
  ['{ deployment(id: "d1") { id } }', answers, [read]],
  [
    `mutation { createDeployment(deployment: ${input('[{ name: "A", value: "1" }, { name: " " }]')}) { id } }`,
    { 'POST deployments': deployment },
    [{ method: 'POST', path: 'deployments', body: { ...form, environment: { A: '1' } } }],
  ],
  [
    'mutation { updateDeploymentConfig(id: "d1", fluxConfig: "a: b") { id } }',
    { 'PUT deployments/d1/flux': deployment },
    [{ method: 'PUT', path: 'deployments/d1/flux', body: { fluxConfig: 'a: b' } }],
  ],
  [
    'mutation { deleteDeployment(id: "d1") }',
    { 'DELETE deployments/d1': null },
    [{ method: 'DELETE', path: 'deployments/d1' }],
  ],
  [
    'mutation { revealEnvironmentValue(deploymentId: "d1", name: "DB") }',
    answers,
    [read, { ...read, reveal: 'DB' }],
  ],
  [
    'mutation { revealDeploymentConfig(id: "d1") { fluxConfig version } }',
    answers,
    [read, { ...read, reveal: 'fluxConfig' }],
  ],
])('%s makes its calls of the platform', async (operation, given, calls) => {
  const played = await runOperation(operation, given)
  expect(played.errors).toBeUndefined()
  expect(played.calls).toEqual(calls)
})

const fields = `{
  deployment(id: "d1") {
    id clusterId workerId alias dockerTag replicaCount version
    resources { limits { cpu memory } requests { cpu memory } }
    environment { name value }
  }
}`

it.each([
  ['plain', deployment],
  [
    'in data, numbers as text',
    { data: { ...deployment, replicaCount: '2', clusterId: { _id: 'c1', name: 'West' } } },
  ],
])('a deployment has the same fields %s, its environment masked', async (_how, answer) => {
  const { data, text } = await runOperation(fields, { 'GET deployments/d1': answer })
  expect(data).toEqual({
    deployment: {
      id: 'd1',
      ...form,
      alias: 'pdf',
      version: 4,
      environment: [
        { name: 'DB', value: '********************cret' },
        { name: 'LOG', value: '**' },
      ],
    },
  })
  expect(text).not.toContain('marked')
})

describe('an update', () => {
  it('sends the whole environment, unchanged values filled in from the stored one', async () => {
    const { calls, text } = await runOperation(
      update('[{ name: "DB" }, { name: "LOG", value: "off" }, { name: "NEW", value: "" }]'),
      answers,
    )
    const environment = { DB: SECRET, LOG: 'off', NEW: '' }
    expect(calls).toEqual([read, { method: 'PUT', path: 'deployments/d1', body: { ...form, environment } }])
    expect(text).not.toContain('marked')
  })

  it('reads nothing when every value is given', async () => {
    const { calls } = await runOperation(update('[{ name: "LOG", value: "off" }]'), answers)
    expect(calls.map(({ method }) => method)).toEqual(['PUT'])
  })

  it('refuses a name that has no value yet, and changes nothing', async () => {
    const { errors, calls } = await runOperation(update('[{ name: "RENAMED" }]'), answers)
    expect(errors).toMatchObject([{ message: 'environment.RENAMED: must have a value' }])
    expect(calls).toEqual([read])
  })
})

describe('what is revealed', () => {
  it.each([
    ['revealEnvironmentValue(deploymentId: "d1", name: "DB")', 'DB', SECRET],
    [
      'revealDeploymentConfig(id: "d1") { fluxConfig version }',
      'fluxConfig',
      { fluxConfig: deployment.fluxConfig, version: 4 },
    ],
  ])('%s is shown and logged, without the value', async (operation, what, shown) => {
    const { data, log } = await runOperation(`mutation { it: ${operation} }`, answers)
    expect(data).toEqual({ it: shown })
    expect(log).toContain(`"entity":"deployment","entityId":"d1","what":"${what}"`)
    expect(log).not.toContain('marked')
  })

  it('does not include properties that every object has', async () => {
    const reveal = 'mutation { revealEnvironmentValue(deploymentId: "d1", name: "constructor") }'
    const { errors } = await runOperation(reveal, answers)
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND')
  })
})

it('tells whether the repository has a deployment, and publishes it again', async () => {
  const at = '2026-03-01T12:00:00.000Z'
  const gitops = {
    state: 'refused',
    path: 'clusters/c1/d1.yaml',
    changes: 1,
    commit: null,
    at: null,
    reason: 'Policy 7',
    since: at,
    nextTry: at,
    found: { commit: 'abc', author: 'Otto', at, rewritten: false },
  }
  const fields = 'state reason changes since found { author rewritten }'
  const told = {
    state: 'refused',
    reason: 'Policy 7',
    changes: 1,
    since: at,
    found: { author: 'Otto', rewritten: false },
  }
  const read = await runOperation(
    `{ deploymentPublication(id: "d1") { ${fields} } deployments(clusterId: "c1") { id gitops { ${fields} } } }`,
    {
      'GET deployments/d1/gitops': gitops,
      'GET deployments': { data: [{ _id: 'd1', gitops }, { _id: 'd2' }], total: 2 },
    },
  )
  expect(read.data).toEqual({
    deploymentPublication: told,
    deployments: [
      { id: 'd1', gitops: told },
      { id: 'd2', gitops: null },
    ],
  })
  const again = await runOperation(`mutation { publishDeployment(id: "d1") { ${fields} } }`, {
    'POST deployments/d1/publish': { ...gitops, found: null },
  })
  expect(again.data).toEqual({ publishDeployment: { ...told, found: null } })
})
