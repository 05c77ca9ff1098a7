/** The address of another database of the same server. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/^(postgres:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}

/** The same address for parsers that require a host. The socket's folder in the query takes precedence. */
export const withHost = (url: string) => url.replace('@/', '@localhost/')
