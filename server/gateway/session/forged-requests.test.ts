import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ada } from '../../../tests/support/fake-platform.ts'
import { startTestGateway, type TestGateway } from '../../../tests/support/gateway.ts'

let gateway: TestGateway
let cookie: string
beforeAll(async () => {
  gateway = await startTestGateway({ env: { PUBLIC_URL: 'http://console.example.com:8080' } })
  cookie = await gateway.signIn()
})
afterAll(() => gateway.close())

const routes = [
  ['post', '/session'],
  ['post', '/session/token'],
  ['post', '/session/password'],
  ['post', '/session/password-reset'],
  ['post', '/session/invitation'],
  ['post', '/session/refresh'],
  ['put', '/session/account'],
  ['delete', '/session'],
  ['post', '/api/apps'],
  ['put', '/api/apps/1'],
  ['delete', '/api/apps/1'],
  ['patch', '/api/apps/1'],
] as const

describe('a state-changing request with a session cookie', () => {
  it.each(routes)('%s %s needs x-csrf: 1 and an allowed origin', async (method, path) => {
    const seen = gateway.platform.seen.length
    const proofs = [
      {},
      { 'x-csrf': '0' },
      { origin: 'http://console.example.com:8080' },
      { 'x-csrf': '1', origin: 'http://evil.example.com' },
      { 'x-csrf': '1', origin: 'https://console.example.com:8080' },
      { 'x-csrf': '1', origin: 'http://console.example.com' },
      { 'x-csrf': '1', origin: 'http://console.example.com:8080.evil.example.com' },
      { 'x-csrf': '1', origin: 'null' },
    ]
    for (const proof of proofs) {
      const answer = await gateway.http[method](path)
        .set({ cookie, ...proof })
        .expect(403)
      expect(answer.body.code).toBe('CSRF')
    }
    expect(gateway.platform.seen).toHaveLength(seen)
  })

  it('passes with the allowed origin, and without one', async () => {
    const sent = gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' })
    await sent.set('origin', 'http://console.example.com:8080').send({}).expect(200)
    await gateway.http.post('/api/apps').set({ cookie, 'x-csrf': '1' }).send({}).expect(200)
  })

  it('reads without any proof', async () => {
    await gateway.http.get('/api/apps').set('cookie', cookie).expect(200)
  })
})

it('a caller with its own credentials needs no proof', async () => {
  await gateway.http.post('/api/apps').set('authorization', 'Basic a2V5OnNlY3JldA==').send({}).expect(200)
})

describe('without PUBLIC_URL', () => {
  it('allows the origin whose host is the one that was asked', async () => {
    const plain = await startTestGateway()
    const sign = (origin: string) =>
      plain.http
        .post('/session')
        .set({ 'x-csrf': '1', host: 'box.local:8080', origin })
        .send({ email: ada.email, password: ada.password })
    await sign('http://box.local:8080').expect(200)
    await sign('https://box.local:8080').expect(200)
    await sign('http://box.local').expect(403)
    await sign('http://box.local:8080/path').expect(403)
    await sign('http://box.local:8081').expect(403)
    await plain.close()
  })
})
