import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestGateway, type TestGateway } from '#tests/support/gateway.ts'

const page = '<!doctype html><title>Console</title>'
const script = `console.info(${'1'.repeat(2000)})`
let dir: string
let gateway: TestGateway
beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'client-'))
  mkdirSync(join(dir, 'assets'))
  writeFileSync(join(dir, 'index.html'), page)
  writeFileSync(join(dir, 'favicon.svg'), '<svg/>')
  writeFileSync(join(dir, 'assets/main-abc.js'), script)
  writeFileSync(join(dir, 'assets/main-abc.js.gz'), gzipSync(script))
  writeFileSync(join(dir, 'assets/main-abc.js.br'), brotliCompressSync(script))
  gateway = await startTestGateway({ clientDir: dir })
})
afterAll(async () => {
  await gateway.close()
  rmSync(dir, { recursive: true })
})

const get = (path: string) => gateway.http.get(path).set('host', 'box.local:8080')

describe('the page', () => {
  it.each(['/', '/index.html', '/login', '/apps/1/workqueues?page=2', '/assets', '/.env', '/x/../y'])(
    'is the answer to %s, and revalidated each time',
    async (path) => {
      const answer = await get(path).expect(200)
      expect(answer.text).toBe(page)
      expect(answer.headers['content-type']).toMatch(/^text\/html/)
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  it('has the policy, without the headers that require TLS', async () => {
    const { headers } = await get('/')
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((text) => [text.split(' ')[0], text]),
    )
    expect(policy).toEqual({
      'default-src': "default-src 'self'",
      'base-uri': "base-uri 'none'",
      'form-action': "form-action 'self'",
      'frame-ancestors': "frame-ancestors 'none'",
      'object-src': "object-src 'none'",
      'script-src': "script-src 'self'",
      'style-src': "style-src 'self' 'unsafe-inline'",
      'worker-src': "worker-src 'self' blob:",
      'img-src': "img-src 'self' data:",
      'font-src': "font-src 'self' data:",
      'connect-src': "connect-src 'self' ws://box.local:8080",
    })
    expect(headers['strict-transport-security']).toBeUndefined()
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['x-frame-options']).toBeDefined()
  })

  it('does not write request headers into the policy', async () => {
    const answer = await gateway.http.get('/').set('host', "evil; script-src 'unsafe-inline'")
    expect(answer.headers['content-security-policy'] ?? '').not.toMatch(/evil|script-src 'unsafe-inline'/)
  })

  it('names the secure socket and requires TLS when PUBLIC_URL is https', async () => {
    const secure = await startTestGateway({
      clientDir: dir,
      env: { PUBLIC_URL: 'https://console.example.com' },
    })
    const { headers } = await secure.http.get('/')
    expect(headers['content-security-policy']).toContain("connect-src 'self' wss://console.example.com")
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
    await secure.close()
  })

  it('answers only GET and HEAD', async () => {
    expect((await gateway.http.post('/login').expect(404)).body.code).toBe('NOT_FOUND')
    await gateway.http.head('/login').expect(200)
  })
})

describe('files', () => {
  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('under /assets are served compressed as built for %s, and cached', async (accepted, encoding) => {
    const answer = await get('/assets/main-abc.js').set('accept-encoding', accepted).expect(200)
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers['content-type']).toMatch(/javascript/)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers['vary'] ?? '').toMatch(encoding ? /accept-encoding/i : /.*/)
    expect(answer.headers).not.toHaveProperty('etag')
    expect(answer.headers).not.toHaveProperty('last-modified')
  })

  it.each(['/assets/main-old.js', '/assets/', '/assets/../index.html', '/assets/%2e%2e/index.html'])(
    'that are unknown under /assets are 404 with the error body: %s',
    async (path) => {
      const answer = await get(path).expect(404)
      expect(answer.body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' })
      expect(answer.headers['cache-control']).toBe('no-store')
    },
  )

  it('at the root are revalidated each time', async () => {
    const answer = await get('/favicon.svg').expect(200)
    expect(answer.headers['content-type']).toMatch(/svg/)
    expect(answer.headers['cache-control']).toBe('no-cache')
    const etag = String(answer.headers['etag'])
    await get('/favicon.svg').set('if-none-match', etag).expect(304)
  })
})
