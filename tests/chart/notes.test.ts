import { expect, test } from 'vitest'
import { notesOf } from './cluster.ts'

const publicUrl = 'https://console.example.test'
const forward = 'port-forward service/release-workforce-console 8080:80'

test('without an address or ingress they show a port-forward command', async () => {
  const notes = await notesOf({})
  expect(notes).toContain(`kubectl --namespace consoles ${forward}\n  and open http://localhost:8080`)
  expect(notes).toContain('get secret release-workforce-console --output')
  expect(notes).not.toContain('logs')
})

test('with an address they show no other, which would refuse the sign-in', async () => {
  const notes = await notesOf({ publicUrl })
  expect(notes).not.toContain('port-forward')
  expect(notes).toContain(`Let ${publicUrl} lead to port 80 of service/release-workforce-console`)
})

test.each(['LoadBalancer', 'NodePort'])('a Service of type %s needs no port-forward', async (type) => {
  const notes = await notesOf({ publicUrl, service: { type } })
  expect(notes).not.toContain('no way in')
  expect(notes).toContain('get service release-workforce-console')
  expect(notes).toContain(`Let ${publicUrl} lead there`)
  expect(await notesOf({ service: { type } })).not.toContain('lead there')
})

test("when the operator's Secret has no password they refer to the log", async () => {
  const notes = await notesOf({ secrets: { existingSecret: 'keys' } })
  expect(notes).toContain('get secret keys --output')
  expect(notes).toContain('logs --selector app.kubernetes.io/instance=release --tail=-1 | grep password')
})

test('with single sign-on they name the first user and no password', async () => {
  const oidc = { issuer: 'https://id.example.test', clientId: 'console' }
  const platform = { adminEmail: 'ops@example.test' }
  const notes = await notesOf({ publicUrl, oidc, platform, secrets: { oidcClientSecret: 'word' } })
  expect(notes).toContain('People sign in at https://id.example.test. The first of them is ops@example.test')
  expect(notes).not.toContain('password')
})
