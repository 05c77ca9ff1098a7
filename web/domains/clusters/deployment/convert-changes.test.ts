import { describe, expect, it } from 'vitest'
import { createFluxConfig } from '#shared/domains/clusters/flux.ts'
import { configWithForm, formWithConfig } from './convert-changes.ts'
import {
  deploymentFormValues,
  newEnvironmentRow,
  withStoredValues,
  type DeploymentFormValues,
} from './deployment-form-values.ts'

const resources = { limits: { cpu: '1000m', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } }
const config = createFluxConfig(
  {
    alias: 'scale',
    dockerTag: 'v1',
    replicaCount: 2,
    resources,
    environment: { URL: 'secret', LEVEL: 'info' },
  },
  { gitUrl: null, workerType: 'task.rail.scale' },
)
const stored = deploymentFormValues(
  {
    id: 'd1',
    clusterId: 'c1',
    workerId: 'w1',
    workerName: null,
    gitops: null,
    alias: 'scale',
    dockerTag: 'v1',
    replicaCount: 2,
    resources,
    version: 3,
    unreadable: null,
    environment: [
      { name: 'URL', value: '**cret' },
      { name: 'LEVEL', value: '****' },
    ],
  },
  'c1',
)
const withRows = (
  change: (rows: DeploymentFormValues['environment']) => DeploymentFormValues['environment'],
): DeploymentFormValues => ({
  ...stored,
  environment: change(stored.environment),
})

describe('configWithForm', () => {
  it('leaves the text alone when nothing was changed', () => {
    expect(configWithForm(config, stored)).toBe(config)
  })

  it('keeps values that were never revealed, also under another name', () => {
    const draft = withRows(([url, level]) => [
      { ...url!, key: 'DATABASE_URL' },
      { ...level!, value: 'debug' },
      { ...newEnvironmentRow(), key: ' NEW ', value: 'x' },
      newEnvironmentRow(),
    ])
    const text = configWithForm(config, { ...draft, dockerTag: 'v2', replicaCount: ' 5 ' })
    expect(text).toContain('"DATABASE_URL": "secret"')
    expect(text).toContain('"LEVEL": "debug"')
    expect(text).toContain('"NEW": "x"')
    expect(text).not.toContain('"URL"')
    expect(text).toMatch(/tag: "v2"\n\s+replicaCount: 5\n/)
  })

  it.each<[string, DeploymentFormValues]>([
    ['a count that is no number', { ...stored, replicaCount: 'many' }],
    [
      'an amount that is none',
      { ...stored, resources: { ...resources, limits: { cpu: 'x', memory: '1Gi' } } },
    ],
  ])('fails with %s', (_what, draft) => {
    expect(configWithForm(config, draft)).toBeNull()
  })

  it('fails when the configuration of an external platform has another shape', () => {
    expect(configWithForm('kind: Something\n', stored)).toBeNull()
  })
})

describe('formWithConfig', () => {
  it('takes the fields of the form, and only changed values', () => {
    const edited = config
      .replace('"v1"', '"v9"')
      .replace('"info"', '"debug"')
      .replace('replicaCount: 2', 'replicaCount: 4')
    const draft = formWithConfig(config, edited, stored)
    expect(draft).toMatchObject({ dockerTag: 'v9', replicaCount: '4', workerId: 'w1' })
    expect(draft?.environment.map(({ key, value }) => [key, value])).toEqual([
      ['URL', null],
      ['LEVEL', 'debug'],
    ])
  })

  it.each([
    ['a comment', `# by hand\n${config}`],
    ['a field that the form has not', config.replace('interval: 5m', 'interval: 9m')],
    ['another alias', config.replace('name: scale', 'name: weigh')],
    ['a fault', config.replace('replicaCount: 2', 'replicaCount: two')],
    ['no YAML', 'a: ['],
  ])('fails rather than lose %s', (_what, edited) => {
    expect(edited).not.toBe(config)
    expect(formWithConfig(config, edited, stored)).toBeNull()
  })
})

describe('values of renamed variables', () => {
  const renamed = withRows(([url, ...rest]) => [
    { ...url!, key: 'DATABASE_URL' },
    ...rest,
    newEnvironmentRow(),
  ])

  it('are fetched by their earlier name; no others are fetched', async () => {
    const asked: string[] = []
    const whole = await withStoredValues(renamed, (name) => {
      asked.push(name)
      return Promise.resolve('secret')
    })
    expect(asked).toEqual(['URL'])
    expect(whole?.environment.map(({ key, value }) => [key, value])).toEqual([
      ['DATABASE_URL', 'secret'],
      ['LEVEL', null],
      ['', ''],
    ])
  })

  it('prevent the update when they cannot be fetched', async () => {
    expect(await withStoredValues(renamed, () => Promise.resolve(null))).toBeNull()
  })
})
