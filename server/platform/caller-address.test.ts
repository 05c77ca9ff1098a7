import { afterEach, expect, test } from 'vitest'
import { createTestPlatform, type TestPlatform } from '#tests/support/platform-app.ts'
import { absentEngine } from '#tests/support/platform-rows.ts'

/** The address of the caller in the audit: only gateways that are trusted may name it. */

let platform: TestPlatform
afterEach(() => platform.close())

async function recorded(remoteAddress: string, forwarded: string): Promise<unknown> {
  const headers = { ...platform.alice.headers, 'x-forwarded-for': forwarded }
  const payload = { name: 'A', description: 'a' }
  const made = await platform.app.inject({
    method: 'POST',
    url: '/api/apps',
    remoteAddress,
    headers,
    payload,
  })
  const { _id } = made.json<{ _id: string }>()
  const { body } = await platform.send('get', `audit?entity=${_id}&action=app.create`)
  return body.data[0].source
}

test.each([
  [undefined, '127.0.0.1', '203.0.113.9', '203.0.113.9'],
  [undefined, '10.1.2.3', '203.0.113.9', '10.1.2.3'],
  ['10.1.0.0/16', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['10.1.0.0/16', '10.2.2.3', '203.0.113.9', '10.2.2.3'],
  ['1', '10.1.2.3', '203.0.113.9', '203.0.113.9'],
  ['1', '10.1.2.3', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
  ['1', '10.1.2.3', 'no address', '10.1.2.3'],
  ['false', '127.0.0.1', '203.0.113.9', '127.0.0.1'],
])('with TRUST_GATEWAYS=%s a call of %s for %s came from %s', async (trustGateways, peer, named, source) => {
  platform = await createTestPlatform(absentEngine, { trustGateways })
  expect(await recorded(peer, named)).toBe(source)
})
