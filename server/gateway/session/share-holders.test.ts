import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { createTestClock } from '#tests/support/gateway.ts'
import { createShareHolders } from './share-holders.ts'

const clock = createTestClock()
const holders = createShareHolders(clock)

interface Sent {
  url?: string
  ip?: string
  user?: string
  access?: string
  headers?: Record<string, string>
}

const request = ({ url = '/api/apps', ip = '10.0.0.1', user, access, headers = {} }: Sent) =>
  ({
    raw: { url },
    ip,
    headers,
    principal: user === undefined ? null : { user: { _id: user } },
    routeOptions: { config: { access } },
    shareHolder: null,
  }) as unknown as FastifyRequest
const of = (sent: Sent) => holders.of(request(sent))

it('a signed-in user has one share, from every address', () => {
  expect(of({ user: 'ada' })).toEqual({ kind: 'api', caller: 'ada', address: '10.0.0.1' })
  expect(of({ user: 'ada', url: '/graphql', ip: '10.0.0.2' })).toMatchObject({
    kind: 'console',
    caller: 'ada',
  })
})

it.each(['/session', '/session/token', '/api/users/login', '/api/oidc/callback?code=x'])(
  '%s without a session uses the share of its address',
  (url) => {
    expect(of({ url, ip: '2001:db8::1' })).toMatchObject({ kind: 'signIn', caller: '2001:db8:0:0::/64' })
  },
)

it('a program has a share of its own once the platform has accepted its credentials, for ten minutes', () => {
  const own = { headers: { authorization: 'Basic one' } }
  expect(of(own)).toMatchObject({ kind: 'unknown', caller: '10.0.0.1' })
  holders.accepted(request({ ...own, url: '/api/health' }))
  expect(of(own).kind).toBe('unknown')
  holders.accepted(request(own))
  expect(of(own)).toMatchObject({ kind: 'api', caller: 'Basic one' })
  expect(of({ headers: { authorization: 'Basic other' } }).kind).toBe('unknown')
  clock.advance(10 * 60_000)
  expect(of(own).kind).toBe('unknown')
})

it('the workers of one alias share its key, whatever token they report with', () => {
  const token = (key: string, id: string) => {
    const head = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid: key })).toString('base64url')
    return { url: '/api/tasks/t/report', headers: { authorization: `Bearer ${head}.${id}.${id}` } }
  }
  holders.accepted(request(token('k1', 'first')))
  expect(of(token('k1', 'second'))).toMatchObject({ kind: 'api', caller: 'k1' })
  expect(of(token('k2', 'second')).kind).toBe('unknown')
  expect(of({ ...token('k1', 'x'), url: '/api/apps' }).kind).toBe('unknown')
})

it('a worker that waits for tasks takes nothing from its other calls, nor from its address', () => {
  const authorization = 'AWS4-HMAC-SHA256 Credential=AKIA1/20260301/x/sqs/aws4_request, Signature=y'
  const call = { url: '/queue', access: 'signed', headers: { authorization } }
  const poll = { ...call, headers: { authorization, 'x-amz-target': 'AmazonSQS.ReceiveMessage' } }
  expect([of(call), of(poll)].map(({ kind, address }) => [kind, address])).toEqual([
    ['unknown', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
  ])
  holders.accepted(request(poll))
  expect(of(call)).toEqual({ kind: 'queue', caller: 'AKIA1', address: '' })
  expect(of(poll)).toEqual({ kind: 'poll', caller: 'poll AKIA1', address: '' })
})
