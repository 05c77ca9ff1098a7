/** A server on which the database may be. */
export interface DatabaseServer {
  host: string
  port: number
}

export interface DatabaseAddress {
  /** The address with its first server only, in the form that the driver knows. */
  url: string
  /** All servers, when the address names several; of these one takes writes. Else empty. */
  servers: readonly DatabaseServer[]
  /** A file with the password, which is read for every new session, so that it can change. */
  passwordFile: string | null
}

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?([^#]*))?$/
const DEFAULT_PORT = 5432

/**
 * Reads the address of a database: `postgres://user@host:port/name?...`. As in libpq it may name several servers,
 * `one:5432,two:5432`, with `target_session_attrs`, which can only be `read-write` or `primary`, because sessions
 * begin on the server that takes writes in any case. `password_file` is our own. Throws an Error whose message
 * says what is wrong and contains nothing of the address.
 */
export function readDatabaseAddress(address: string): DatabaseAddress {
  const [, start, authority = '', name = '', query = ''] = form.exec(address) ?? []
  if (start === undefined) throw new Error('must be a postgres:// address')
  const parameters = new URLSearchParams(query)
  refuseUnknown(parameters)
  const passwordFile = parameters.get('password_file')
  const servers = authority.includes(',') ? authority.split(',').map(readServer) : []
  const first = servers[0] ? `${servers[0].host}:${servers[0].port}` : authority
  for (const own of ['target_session_attrs', 'password_file']) parameters.delete(own)
  const rest = parameters.size > 0 ? `?${parameters.toString()}` : ''
  const url = `${start}${first}${name}${rest}`
  // The driver reads an address without a host, such as that of a socket, by other rules than URL.
  if (authority !== '' && !URL.canParse(url)) throw new Error('must be a postgres:// address')
  return { url, servers, passwordFile }
}

function refuseUnknown(parameters: URLSearchParams): void {
  const wanted = parameters.get('target_session_attrs')
  if (wanted !== null && wanted !== 'read-write' && wanted !== 'primary')
    throw new Error('target_session_attrs can only be read-write or primary')
  if (parameters.get('host')?.includes(',') || parameters.get('port')?.includes(','))
    throw new Error('several servers are named before the database: postgres://user@one:5432,two:5432/name')
}

function readServer(text: string): DatabaseServer {
  const [, host = '', port] = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/i.exec(text) ?? []
  if (host === '' || Number(port) > 65_535)
    throw new Error('each of several servers must be host or host:port')
  return { host, port: port === undefined ? DEFAULT_PORT : Number(port) }
}

/** Why an address cannot be used; null: it can. */
export function databaseAddressFault(address: string): string | null {
  try {
    readDatabaseAddress(address)
    return null
  } catch (error) {
    return (error as Error).message
  }
}
