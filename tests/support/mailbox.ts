import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

/** A real SMTP server on loopback that keeps every mail. */
export interface Mailbox {
  /** The value of `SMTP_URL`. */
  url: string
  /** Waits for the next mail to that address and returns its link; each mail is read once. */
  linkTo(address: string): Promise<string>
  /** The mails that are left, each with headers and text as it arrived, escapes decoded. */
  unread(): readonly string[]
  close(): Promise<void>
}

export async function startMailbox(): Promise<Mailbox> {
  const mails: { to: string[]; text: string }[] = []
  let arrived: () => void = () => undefined
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    // The name of this machine is asked for in vain, at every connection.
    disableReverseLookup: true,
    onData(stream, { envelope }, done) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        // Quoted-printable: a wrapped line ends in `=`, and `=3D` and the like are escapes.
        const text = Buffer.concat(parts)
          .toString()
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        arrived()
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    async linkTo(address) {
      for (;;) {
        const index = mails.findIndex(({ to }) => to.includes(address))
        const link = /https?:\/\/\S+/.exec(mails[index]?.text ?? '')?.[0]
        if (index >= 0) mails.splice(index, 1)
        if (link) return link
        await new Promise<void>((resolve) => (arrived = resolve))
      }
    },
    unread: () => mails.map(({ text }) => text),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
