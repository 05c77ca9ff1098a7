import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '#server/lib/listening.ts'
import { postgresUser } from '#server/platform/db/postgres-user.ts'
import { makeCertificates } from './certificates.ts'
import { endProcess } from './platform-process.ts'
import { initialisePostgres15, launchPostgres15 } from './postgres-15.ts'

/** Debian's PostgreSQL 15 with a certificate for `localhost` by a CA of one's own, and the file of another CA. */
export async function startSecurePostgres15() {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-tls-'))
  const [data, socket] = ['data', 'socket'].map((name) => path.join(folder, name)) as [string, string]
  await mkdir(socket)
  const { ca, otherCa, certificate, key } = makeCertificates(folder)
  const user = postgresUser()
  await user.own(folder)
  await initialisePostgres15(user, data)
  const port = await findFreePort('127.0.0.1')
  const server = await launchPostgres15(user, data, [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socket}`,
    'ssl=on',
    `ssl_cert_file=${certificate}`,
    `ssl_key_file=${key}`,
  ])
  return {
    ca,
    otherCa,
    /** Its address by a name of this machine, with a file of the CA that is trusted. */
    url: (host: string, ca: string) =>
      `postgres://postgres@${host}:${port}/postgres?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`,
    async stop() {
      await endProcess(server, 'SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
