import { createServer, type Server, type Socket, type AddressInfo } from 'node:net'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, test } from 'vitest'
import { evidence } from '#tests/support/evidence.ts'
import { createMailer, type MailConfig, createSmtpMailer } from './mailer.ts'
import { invitationMail, passwordResetMail } from './texts.ts'

const publicUrl = 'https://console.example.test:8443'
const log = pino({ level: 'silent' })
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

interface Received {
  from: string
  to: string[]
  headers: string[]
  body: string
}

/**
 * A real SMTP server on loopback that stores what it receives; recipients that begin with `no` are refused.
 */
async function startSmtp(options: { auth?: boolean } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: !options.auth,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'user' && password === 'pass' ? done(null, { user: 'user' }) : done(new Error('No')),
    onRcptTo: ({ address }, _session, done) =>
      done(address.startsWith('no') ? new Error('Nobody here') : undefined),
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString()
        const end = text.indexOf('\r\n\r\n')
        // A folded header is joined to one line.
        const headers = text
          .slice(0, end)
          .replace(/\r\n[ \t]+/g, ' ')
          .split('\r\n')
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          headers,
          body: text.slice(end + 4),
        })
        done()
      })
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  closing.push(() => new Promise<void>((closed) => server.close(closed)))
  const { port } = server.server.address() as AddressInfo
  return { received, url: `smtp://127.0.0.1:${port}`, port }
}

function mailer(config: MailConfig) {
  const made = createMailer(config, publicUrl, log)
  closing.push(() => made.close())
  return made
}
const header = ({ headers }: Received, name: string) =>
  headers
    .filter((line) => line.toLowerCase().startsWith(`${name}: `))
    .map((line) => line.slice(name.length + 2))
const mail = {
  to: 'kim@example.test',
  subject: 'Hello',
  text: 'A line\nand another: https://a.test/?b=c&d=e\n',
}
const names = ({ headers }: Received) =>
  headers.map((line) => (line.split(':', 1)[0] ?? '').toLowerCase()).sort()
const headerNames = [
  'content-transfer-encoding',
  'content-type',
  'date',
  'from',
  'message-id',
  'mime-version',
  'subject',
  'to',
]

describe('over SMTP', () => {
  test('a mail arrives with sender, recipient, subject and its exact text', async () => {
    const { received, url } = await startSmtp()
    await mailer({ SMTP_URL: url }).send(mail)
    const [got] = received
    if (!got) throw new Error('Nothing arrived')
    expect(got).toMatchObject({ from: 'no-reply@console.example.test', to: [mail.to] })
    expect(header(got, 'from')).toEqual(['Workforce Console <no-reply@console.example.test>'])
    expect(header(got, 'subject')).toEqual(['Hello'])
    expect(header(got, 'content-type')[0]).toMatch(/^text\/plain/)
    expect(got.body.replaceAll('\r\n', '\n')).toBe(mail.text)
    expect(names(got)).toEqual(headerNames)
  })

  test('MAIL_FROM is the sender, and user and password of the URL are used', async () => {
    const { received, port } = await startSmtp({ auth: true })
    const MAIL_FROM = 'Console of Example <console@example.test>'
    await mailer({ SMTP_URL: `smtp://user:pass@127.0.0.1:${port}`, MAIL_FROM }).send(mail)
    expect(received[0]?.from).toBe('console@example.test')
    await expect(mailer({ SMTP_URL: `smtp://user:no@127.0.0.1:${port}` }).send(mail)).rejects.toMatchObject({
      statusCode: 503,
    })
  })

  const unavailable = { statusCode: 503, code: 'UNAVAILABLE', message: 'The mail could not be sent' }

  test("a refused recipient is the caller's fault, without the server's message, which is only in the cause", async () => {
    const { received, url } = await startSmtp()
    const failure = mailer({ SMTP_URL: url }).send({ ...mail, to: 'nobody@example.test' })
    await expect(failure).rejects.toMatchObject({
      statusCode: 400,
      message: 'The mail server does not take mails to nobody@example.test',
      cause: { message: expect.stringContaining('Nobody here') },
    })
    expect(received).toEqual([])
  })

  test('a server that is down is reported the same way', async () => {
    const { port } = await listen(() => {}, true)
    await expect(mailer({ SMTP_URL: `smtp://127.0.0.1:${port}` }).send(mail)).rejects.toMatchObject(
      unavailable,
    )
  })

  test.each([
    ['says nothing', () => {}],
    [
      'answers each step just in time',
      (socket: Socket) => {
        socket.write('220 slow\r\n')
        socket.on('data', () => setTimeout(() => socket.write('250 ok\r\n'), 60))
      },
    ],
  ])('a server that %s is not waited for', async (_what, behave) => {
    const { port } = await listen(behave)
    const slow = createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'a@b.test', limitMs: 150 })
    const from = performance.now()
    await expect(slow.send(mail)).rejects.toMatchObject(unavailable)
    expect(performance.now() - from).toBeLessThan(2000)
  })

  test('line ends in names and addresses add no header, no recipient and no line', async () => {
    const { received, url } = await startSmtp()
    const evil = 'Ops\r\nBcc: victim@example.test\r\n\r\nPay here: https://evil.test\u2028\u202e'
    const link = 'https://console.example.test/login?invitation=t'
    const text = {
      from: `a@b.test\nX: y`,
      account: evil,
      into: { kind: 'team', name: evil },
      link,
      days: 7,
    } as const
    await mailer({ SMTP_URL: url }).send(invitationMail({ to: 'kim@example.test', ...text }))
    const [got] = received
    if (!got) throw new Error('Nothing arrived')
    expect(got.to).toEqual(['kim@example.test'])
    expect(names(got)).toEqual(headerNames)
    expect(header(got, 'subject')).toEqual([
      'Invitation to Ops Bcc victim example test Pay here https evil test',
    ])
    expect(got.body.split('\r\n').filter((line) => line.startsWith('Bcc') || line.startsWith('Pay'))).toEqual(
      [],
    )

    for (const to of [
      'kim@example.test\r\nBcc: victim@example.test',
      'kim@example.test, victim@example.test',
    ]) {
      await mailer({ SMTP_URL: url })
        .send({ ...mail, to })
        .catch(() => 'refused is fine')
    }
    for (const one of received) {
      expect(names(one)).toEqual(headerNames)
      expect(one.to).not.toContain('victim@example.test')
      expect(one.to).toHaveLength(1)
    }
    evidence({
      check: 41,
      figures: { 'mails with line ends in names and addresses': 3, 'headers, recipients or lines added': 0 },
      breaks: 'names stand in a mail as they are',
    })
  })
})

test('without SMTP_URL a mail is logged at info, link included', async () => {
  const lines: string[] = []
  const kept = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const link = 'https://console.example.test/login?reset=t'
  await createMailer({}, publicUrl, kept).send(
    passwordResetMail({ to: 'kim@example.test', link, minutes: 60 }),
  )
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 30,
    mail: { to: 'kim@example.test', text: expect.stringContaining(link) },
  })
})

/** A listener that is not an SMTP server; `gone`: only its port, without a listener. */
async function listen(behave: (socket: Socket) => void, gone = false): Promise<{ port: number }> {
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy())
    behave(socket)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const close = () => {
    for (const socket of sockets) socket.destroy()
    return new Promise((closed) => server.close(closed))
  }
  if (gone) await close()
  else closing.push(close)
  return { port }
}
