/** The address of another database of the same server. */
export function databaseUrl(server: string, database: string): string {
  return server.replace(/^(postgres:\/\/[^/]*\/)[^?]*/, `$1${database}`)
}
