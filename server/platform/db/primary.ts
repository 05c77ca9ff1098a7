import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { readDatabaseAddress, type DatabaseServer } from '#server/lib/database-address.ts'

/** How long each of several servers has to say whether it takes writes, in milliseconds. */
const PROBE_MS = 2000

/** The server accepts no writes: it follows another one. SQL state `cannot_connect_now`, so that callers get a 503. */
class StandbyError extends Error {
  readonly code = '57P03'
  constructor() {
    super('The server of the database is a standby')
  }
}

/**
 * The class of the sessions of a database: like `pg.Client`, but a session begins only on the server that takes writes.
 * With several servers in the address all are asked at once, and the one that takes writes is kept until a session there
 * fails. A server that becomes a standby restarts, so a session that has begun never has to be asked again.
 */
export function primaryClient(address: string): typeof pg.Client {
  const { url, servers, passwordFile } = readDatabaseAddress(address)
  const password = passwordFile === null ? {} : { password: () => readPassword(passwordFile) }
  let known: DatabaseServer | null = null
  let asked: Promise<DatabaseServer> | null = null

  /** A session of one server. PostgreSQL reports by itself, when a session begins, whether it is a standby. */
  class Session extends pg.Client {
    private isStandby = false

    constructor(config?: string | pg.ClientConfig) {
      super({ ...(typeof config === 'object' ? config : {}), connectionString: url, ...password })
    }

    /** Connects to this server; throws StandbyError. */
    async begin(server: DatabaseServer | null): Promise<void> {
      if (server) [this.host, this.port] = [hostOf(server), server.port]
      this.connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
        if (parameterName === 'in_hot_standby') this.isStandby = parameterValue === 'on'
      })
      await super.connect().catch((error: unknown) => {
        throw certificateFault(error)
      })
      if (!this.isStandby) return
      await this.end()
      throw new StandbyError()
    }
  }

  async function probe(server: DatabaseServer): Promise<DatabaseServer> {
    const session = new Session({ connectionTimeoutMillis: PROBE_MS, application_name: 'workforce-platform' })
    // The failure of `begin` says the same.
    session.on('error', () => undefined)
    await session.begin(server)
    await session.end()
    return server
  }

  /** The server that takes writes; asked once for all sessions that begin at the same time. */
  async function find(): Promise<DatabaseServer> {
    asked ??= Promise.any(servers.map(probe)).finally(() => (asked = null))
    try {
      return await asked
    } catch (error) {
      // What the first server says stands for all: the others are mostly down for the same reason.
      const [first] = error instanceof AggregateError ? error.errors : [error]
      throw first
    }
  }

  return class PrimarySession extends Session {
    // The pool uses the form with a callback, everything else the promise.
    override connect(): Promise<pg.Client>
    override connect(callback: Connected): void
    override connect(callback?: Connected): Promise<pg.Client> | void {
      const connected = this.open().then((): pg.Client => this)
      if (!callback) return connected
      const answer = callback as (error: Error | null, client?: pg.Client) => void
      connected.then((client) => answer(null, client), answer)
    }

    private async open(): Promise<void> {
      if (servers.length === 0) return this.begin(null)
      const forget = () => (known = null)
      try {
        known ??= await find()
        await this.begin(known)
        this.on('error', forget)
      } catch (error) {
        forget()
        throw error
      }
    }
  }
}

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)

const otherName = 'ERR_TLS_CERT_ALTNAME_INVALID'
const otherCa = /^(UNABLE_TO_|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED_CERT|CERT_SIGNATURE_FAILURE)/

/** In words of `DATABASE_URL` when the certificate of the server is refused, else the error itself. */
function certificateFault(error: unknown): unknown {
  const { code = '' } = error as { code?: string }
  if (code === otherName)
    return new Error('The certificate of the database is for another name than that in DATABASE_URL', {
      cause: error,
    })
  if (otherCa.test(code))
    return new Error('The certificate of the database is not signed by the CA of sslrootcert', {
      cause: error,
    })
  return error
}

/** The driver takes an IPv6 address without its brackets. */
const hostOf = ({ host }: DatabaseServer) => host.replace(/^\[(.*)\]$/, '$1')

const readPassword = async (file: string) => (await readFile(file, 'utf8')).trim()
