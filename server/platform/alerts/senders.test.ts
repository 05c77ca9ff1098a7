import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlertMessage } from '#shared/domains/alerts/message.ts'
import { evidence } from '#tests/support/evidence.ts'
import { forbiddenAddresses } from '#tests/support/forbidden-addresses.ts'
import { startMailbox, type Mailbox } from '#tests/support/mailbox.ts'
import { answerWith, neverAnswers, startReceiver, type Receiver } from '#tests/support/receiver.ts'
import { createSmtpMailer, type OpenMailer } from '../mail/mailer.ts'
import { createAddressPolicy } from './address-policy.ts'
import { createSender, type OpenTarget } from './senders.ts'
import { newWebhookKey } from '#server/lib/standard-webhooks.ts'

const publicUrl = 'https://console.example.test'
const clock = { now: () => Date.now(), monotonic: () => performance.now() }
let receiver: Receiver
/** Beside it, on an address that is not allowed. */
let forbidden: Receiver
let mailbox: Mailbox
let mailer: OpenMailer
beforeAll(async () => {
  receiver = await startReceiver()
  forbidden = await startReceiver()
  mailbox = await startMailbox()
  mailer = createSmtpMailer({ url: mailbox.url, from: 'console@example.test' })
})
beforeEach(() => {
  for (const each of [receiver, forbidden]) {
    each.got.length = 0
    each.next.length = 0
  }
})
afterAll(async () => {
  await receiver.close()
  await forbidden.close()
  mailer.close()
  await mailbox.close()
})

const message: AlertMessage = {
  kind: 'failureOpened',
  sentence: 'Card scheme refused\u2028the card\r\nBcc: <!here>',
  at: '2026-03-01T12:00:00.000Z',
  links: { appId: 'a1', workqueueId: 'w1', groupId: 'g1' },
  rule: { _id: 'r1', name: 'New failures' },
  more: 2,
}
const send = (
  target: OpenTarget,
  {
    resolve,
    limitMs,
  }: { resolve?: (host: string) => Promise<{ address: string; family: number }[]>; limitMs?: number } = {},
) => {
  const policy = createAddressPolicy([receiver.place])
  return createSender({ mailer, publicUrl, clock, policy, resolve })(target, message, 'd1', limitMs)
}
const toHook = (url = receiver.url): OpenTarget => ({ kind: 'webhook', url, secrets: [newWebhookKey()] })

test('a webhook is signed by the secret and, while it is valid, the one before; the published verifier takes both', async () => {
  const [now, old, none] = [newWebhookKey(), newWebhookKey(), newWebhookKey()]
  const outcome = await send({ kind: 'webhook', url: receiver.url, secrets: [now, old] })
  expect(outcome).toMatchObject({ status: 200, error: null })
  const [{ headers, body }] = receiver.got as [Receiver['got'][number]]
  for (const secret of [now, old])
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual({
      type: 'alert.failureOpened',
      timestamp: message.at,
      data: {
        rule: message.rule,
        kind: 'failureOpened',
        sentence: 'Card scheme refused the card Bcc: <!here>',
        more: 2,
        appId: 'a1',
        workqueueId: 'w1',
        groupId: 'g1',
        links: {
          run: `${publicUrl}/apps/a1/workqueues/w1`,
          group: `${publicUrl}/dashboard/failures/g1`,
          rule: `${publicUrl}/account?tab=alerts&rule=r1`,
        },
      },
    })
  expect(() => new Webhook(none).verify(body, headers as Record<string, string>)).toThrow()
  expect(headers['webhook-id']).toBe('d1')
})

test('a chat gets one text without mentions, a mail the sentence and its links', async () => {
  await send({ kind: 'chat', url: receiver.url })
  const { text } = JSON.parse(receiver.got[0]!.body)
  expect(text.split('\n')).toEqual([
    'Card scheme refused the card Bcc: &lt;!here&gt;, and 2 more',
    `Run: ${publicUrl}/apps/a1/workqueues/w1`,
    `Failure: ${publicUrl}/dashboard/failures/g1`,
    `You get this because of the rule New failures: ${publicUrl}/account?tab=alerts&rule=r1`,
  ])
  expect(await send({ kind: 'email', address: 'ops@example.test' })).toMatchObject({
    status: null,
    error: null,
  })
  const [mail] = mailbox.unread()
  expect(mail).toContain('Subject: Card scheme refused the card Bcc: <!here>, and 2 more')
  expect(mail).toContain(`Failure: ${publicUrl}/dashboard/failures/g1`)
  expect(mail).not.toMatch(/^Bcc:/m)
})

test('a chat that reads Markdown finds no mention and no hidden address in a sentence', async () => {
  const sentence = 'Import by @channel failed: [fix it](https://evil.example)'
  await createSender({ mailer, publicUrl, clock, policy: createAddressPolicy([receiver.place]) })(
    { kind: 'chat', url: receiver.url },
    { ...message, sentence, rule: { _id: 'r1', name: '<!here> @all' }, more: 0 },
    'd1',
  )
  const { text } = JSON.parse(receiver.got.at(-1)!.body)
  const lines: string[] = text.split('\n')
  expect(lines[0]).toBe('Import by @\u200bchannel failed: [fix it]\u200b(https://evil.example)')
  expect(lines.at(-1)).toContain('the rule &lt;!here&gt; @\u200ball: http')
})

test('a forbidden address is never connected to: in plain form, behind a name, and after a redirect', async () => {
  const outcome = { status: null, error: 'forbidden address', isFinal: true }
  expect(await send(toHook(forbidden.url))).toMatchObject(outcome)
  const named = toHook(`http://hooks.example.test:${forbidden.port}/`)
  const both = [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ]
  expect(await send(named, { resolve: async () => both })).toMatchObject(outcome)
  receiver.next.push(answerWith(307, { location: forbidden.url }))
  expect(await send(toHook())).toMatchObject(outcome)
  for (const address of forbiddenAddresses) {
    const url = new URL(address)
    // The receiver that must not be reached listens on this port.
    url.port = String(forbidden.port)
    expect([address, await send(toHook(url.href))]).toEqual([address, expect.objectContaining(outcome)])
  }
  expect(forbidden.got).toEqual([])
  evidence({
    check: 84,
    figures: { addresses: forbiddenAddresses.length + 3, connections: forbidden.got.length },
    breaks:
      'a name is checked before it is resolved, a redirect is followed unchecked, or IPv6 forms of an address are not mapped',
  })
})

test('a redirect to an allowed address is followed with the same body, at most three times', async () => {
  receiver.next.push(answerWith(302, { location: '/moved' }))
  expect(await send(toHook())).toMatchObject({ status: 200, error: null })
  expect(receiver.got.map(({ path }) => path)).toEqual(['/in', '/moved'])
  expect(receiver.got[1]!.body).toBe(receiver.got[0]!.body)
  for (let hop = 0; hop < 4; hop += 1) receiver.next.push(answerWith(302, { location: '/again' }))
  expect(await send(toHook())).toMatchObject({ status: null, error: 'too many redirects' })
})

test('faults are told in short: the status with its first line, no answer in time, an unknown name', async () => {
  receiver.next.push(answerWith(404, {}, '\nThe hook is gone\nat line 7'))
  expect(await send(toHook())).toMatchObject({ status: 404, error: 'answered 404: The hook is gone' })
  receiver.next.push(neverAnswers)
  expect(await send(toHook(), { limitMs: 50 })).toMatchObject({ status: null, error: 'no answer in 0.05 s' })
  const unknown = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))
  expect(await send(toHook('http://gone.example.test/'), { resolve: unknown })).toMatchObject({
    error: 'the host name is not known',
  })
})

test('of a large answer 64 KiB are read, and its status counts', async () => {
  let sent = 0
  receiver.next.push((response) => {
    response.writeHead(200)
    const part = Buffer.alloc(64 * 1024)
    const more = () => {
      while (!response.destroyed && response.write(part)) sent += part.length
      if (!response.destroyed) response.once('drain', more)
    }
    more()
  })
  expect(await send(toHook())).toMatchObject({ status: 200, error: null })
  expect(sent).toBeLessThan(32 * 1024 * 1024)
})

test('Retry-After is understood as seconds and as a date', async () => {
  receiver.next.push(answerWith(503, { 'retry-after': '3600' }))
  const { retryAt } = await send(toHook())
  expect(Math.round((retryAt! - Date.now()) / 60_000)).toBe(60)
  receiver.next.push(answerWith(503, { 'retry-after': 'Sun, 01 Mar 2099 12:00:00 GMT' }))
  expect((await send(toHook())).retryAt).toBe(Date.parse('2099-03-01T12:00:00Z'))
})
