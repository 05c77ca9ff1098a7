import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { helmRelease } from './flux-schema.ts'
import { createFluxConfig } from './flux.ts'
import { publishedManifest } from './gitops-manifest.ts'

const VALUE = 'marked-value-77ab'
const form = {
  alias: 'billing',
  dockerTag: '2.14.1',
  replicaCount: 2,
  resources: { limits: { cpu: '1', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } },
  environment: { DB_PASSWORD: VALUE, LOG: 'info' },
}
const config = createFluxConfig(form, { gitUrl: null, workerType: 'task.shop.pay' })
const at = { id: 'd1', version: 7 }
const published = (text: string) => {
  const made = publishedManifest(text, at)
  if ('reason' in made) throw new Error(made.reason)
  return made.manifest
}

test('a published release is one that Flux takes, with a reference in the place of each value', () => {
  const text = published(`# password: ${VALUE}\n${config}`)
  expect(text).not.toContain(VALUE)
  expect(text).not.toContain('#')
  const release = parse(text, { version: '1.1' })
  expect(helmRelease.safeParse(release).error).toBeUndefined()
  expect(release.spec.values).toMatchObject({ image: { tag: '2.14.1' }, replicaCount: 2 })
  expect(release.spec.values).not.toHaveProperty('env')
  expect(release.spec.values.extraEnv).toEqual([
    { name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'billing-environment', key: 'DB_PASSWORD' } } },
    { name: 'LOG', valueFrom: { secretKeyRef: { name: 'billing-environment', key: 'LOG' } } },
  ])
  expect(release.metadata.annotations['workforce-console/version']).toBe('7')
})

test('what was written by hand stays, also what readers of YAML 1.1 take for something else', () => {
  const own = config.replace(
    '  values:',
    "  values:\n    extraEnv: [{ name: LOG, value: x }, { name: TZ, value: 'on' }]\n    'on': '012'\n",
  )
  const { values } = parse(published(own), { version: '1.1' }).spec
  expect(values.on).toBe('012')
  expect(values.extraEnv.map(({ name }: { name: string }) => name)).toEqual(['TZ', 'DB_PASSWORD', 'LOG'])
  expect(values.extraEnv[0].value).toBe('on')
})

test('a value that is repeated elsewhere, and a list that is none, are named and not published', () => {
  const repeated = config.replace('  values:', `  values:\n    url: https://u:${VALUE}@db\n`)
  expect(publishedManifest(repeated, at)).toEqual({
    reason:
      'The configuration repeats the value of the variable DB_PASSWORD at spec.values.url: values of variables are never published',
  })
  const none = config.replace('  values:', '  values:\n    extraEnv: {}\n')
  expect(publishedManifest(none, at)).toMatchObject({ reason: expect.stringContaining('extraEnv') })
})
