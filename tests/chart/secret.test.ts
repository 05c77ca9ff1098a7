import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { secretAfter } from './cluster.ts'
import { render, type Values } from './render.ts'

const databaseUrl = 'postgres://console:word@db.example.test/console'
const publicUrl = 'https://console.example.test'
const none = { platform: { mode: 'none', url: 'https://p.example.test' }, secrets: { pusherKey: 'key' } }
const scaled = { platform: { mode: 'scaled' }, publicUrl, secrets: { databaseUrl } }

test('existing keys are kept, also by a mode that does not use them', async () => {
  const first = await secretAfter({}, null)
  expect(Object.keys(first).sort()).toEqual(['ADMIN_PASSWORD', 'SECRETS_KEY', 'SESSION_KEY'])
  expect(await secretAfter({}, first)).toEqual(first)
  const elsewhere = await secretAfter(none, first)
  expect(elsewhere).toMatchObject(first)
  expect(await secretAfter(scaled, elsewhere)).toMatchObject(first)
})

test('a given key takes precedence over a generated one', async () => {
  const given = randomBytes(32).toString('hex')
  const first = await secretAfter({}, null)
  const second = await secretAfter({ secrets: { secretsKey: given } }, first)
  expect(second).toEqual({ ...first, SECRETS_KEY: Buffer.from(given).toString('base64') })
})

test('a key that is no longer given and was never generated is removed', async () => {
  const first = await secretAfter({ secrets: { smtpUrl: 'smtps://mail.example.test' } }, null)
  expect(first).toHaveProperty('SMTP_URL')
  expect(await secretAfter({}, first)).not.toHaveProperty('SMTP_URL')
})

const deployment = z.looseObject({
  kind: z.literal('Deployment'),
  spec: z.object({
    template: z.object({
      metadata: z.object({ annotations: z.record(z.string(), z.string()).optional() }),
    }),
  }),
})

/** The annotations of the pods of each part. */
async function annotationsOf(values: Values) {
  const manifests = await render(values)
  return manifests.flatMap((manifest) => {
    const { data } = deployment.safeParse(manifest)
    return data ? [data.spec.template.metadata.annotations ?? {}] : []
  })
}

test('only a change of given values restarts the pods', async () => {
  const other = { ...scaled, secrets: { databaseUrl: `${databaseUrl}-2` } }
  const [gateway, platform] = await annotationsOf(scaled)
  expect(gateway).toEqual({ 'checksum/secrets': expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(platform).toEqual(gateway)
  expect(await annotationsOf(scaled)).toEqual([gateway, platform])
  expect(await annotationsOf(other)).not.toContainEqual(gateway)
  const secrets = { databaseUrl, adminPassword: 'correct horse battery' }
  expect(await annotationsOf({ ...scaled, secrets })).toEqual([gateway, platform])
  expect(await annotationsOf({ podAnnotations: { owner: 'ops' } })).toEqual([{ owner: 'ops' }])
})
