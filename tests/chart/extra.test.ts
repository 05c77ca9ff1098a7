import { expect, test } from 'vitest'
import { ofKind, refusal, render } from './render.ts'
import { problemsOf } from './strict.ts'

const own = {
  extraEnv: [
    { name: 'NODE_EXTRA_CA_CERTS', value: '/certificates/ca.pem' },
    { name: 'HTTPS_PROXY', valueFrom: { secretKeyRef: { name: 'proxy', key: 'url' } } },
  ],
  extraVolumes: [{ name: 'certificates', configMap: { name: 'certificates' } }],
  extraVolumeMounts: [{ name: 'certificates', mountPath: '/certificates', readOnly: true }],
}
const scaled = {
  publicUrl: 'https://console.example.test',
  listenAddress: '::',
  secrets: { databaseUrl: 'postgres://db.example.test/console' },
  gateway: own,
  platform: { mode: 'scaled', ...own },
}

test('adds variables and volumes of the operator to both parts', async () => {
  const deployments = ofKind(await render(scaled), 'Deployment')
  expect(deployments).toHaveLength(2)
  for (const deployment of deployments) {
    expect(await problemsOf(deployment)).toEqual([])
    const container = 'spec.template.spec.containers.0'
    const tmp = expect.objectContaining({ name: 'tmp' }) as unknown
    expect(deployment).toHaveProperty(`${container}.env`, expect.arrayContaining(own.extraEnv))
    expect(deployment).toHaveProperty(`${container}.volumeMounts`, [tmp, ...own.extraVolumeMounts])
    expect(deployment).toHaveProperty('spec.template.spec.volumes', [tmp, ...own.extraVolumes])
    const name = deployment.metadata.name.endsWith('-platform') ? 'PLATFORM_HOST' : 'HOST'
    expect(deployment).toHaveProperty(`${container}.env`, expect.arrayContaining([{ name, value: '::' }]))
  }
})

test.each([
  'SECRETS_KEY',
  'PUBLIC_URL',
  'PLATFORM_PORT',
  'TRUST_PROXY',
  'METRICS_PORT',
  'OIDC_CLIENT_SECRET',
])('refuses a variable that other values determine: %s', async (name) => {
  const extraEnv = [{ name, value: 'x' }]
  expect(await refusal({ gateway: { extraEnv } })).toMatch(`gateway.extraEnv must not name ${name}:`)
  const platform = { ...scaled.platform, extraEnv }
  expect(await refusal({ ...scaled, platform })).toMatch(`platform.extraEnv must not name ${name}:`)
})

test.each(['tmp', 'data'])('refuses a volume with a name that the chart uses: %s', async (name) => {
  expect(await refusal({ gateway: { extraVolumes: [{ name, emptyDir: {} }] } })).toContain('extraVolumes')
})
