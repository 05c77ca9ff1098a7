import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { OidcClient } from '#server/platform/oidc/provider.ts'
import { freePort } from './gateway.ts'
import { endProcess } from './platform-process.ts'

const program = new URL('oidc-provider.mjs', import.meta.url)

/** A client of the issuer, as registered there. */
export interface RegisteredClient {
  id: string
  secret: string
  redirectUri: string
  /** Where the issuer's sign-out returns to. */
  logoutUri?: string
}

/** The claims of a user of the issuer. */
export interface IssuerPerson {
  email: string
  email_verified?: boolean
}

/** The package `oidc-provider` as issuer in its own process. Its users sign in by their name. */
export interface OidcProviderProcess {
  issuer: string
  client(id: string): OidcClient
  people(people: Record<string, IssuerPerson>): Promise<void>
  /** Replaces the key that signs tokens. */
  rotateKeys(): Promise<void>
  stop(): Promise<void>
}

/** `clockMs`: how far its clock is ahead. */
export async function startOidcProvider(
  clients: RegisteredClient[],
  { clockMs = 0 } = {},
): Promise<OidcProviderProcess> {
  const port = await freePort()
  const child = fork(program, [JSON.stringify({ port, clockMs, clients })], {
    // The package warns about Node 20.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [],
  })
  const issuer = `http://127.0.0.1:${port}`
  const done = () =>
    Promise.race([
      once(child, 'message').then(() => undefined),
      once(child, 'exit').then(([code]) => {
        throw new Error(`The issuer ended with ${String(code)}`)
      }),
    ])
  const tell = async (message: object) => {
    const answered = done()
    child.send(message)
    await answered
  }
  await done()
  return {
    issuer,
    client(id) {
      const found = clients.find((one) => one.id === id)
      if (!found) throw new Error(`The issuer has no client ${id}`)
      return { issuer, id, secret: found.secret }
    },
    people: (people) => tell({ people }),
    rotateKeys: () => tell({ rotate: true }),
    stop: () => endProcess(child, 'SIGTERM'),
  }
}
