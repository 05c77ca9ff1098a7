import { execFileSync } from 'node:child_process'
import { mkdtemp, mkdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '#server/lib/listening.ts'
import { postgresUser } from '#server/platform/db/postgres-user.ts'
import { endProcess } from './platform-process.ts'
import { initialisePostgres15, launchPostgres15 } from './postgres-15.ts'

/** Debian's PostgreSQL 15 with a certificate for `localhost` by a CA of one's own, and the file of another CA. */
export async function startSecurePostgres15() {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-tls-'))
  const file = (name: string) => path.join(folder, name)
  const [data, socket] = [file('data'), file('socket')]
  await mkdir(socket)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  for (const ca of ['ca', 'other'])
    openssl('req', '-x509', ...key, '-subj', `/CN=${ca}`, '-keyout', `${ca}.key`, '-out', `${ca}.pem`)
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-addext', 'subjectAltName=DNS:localhost']
  openssl(
    'req',
    '-x509',
    ...key,
    ...signed,
    '-subj',
    '/CN=localhost',
    '-keyout',
    'server.key',
    '-out',
    'server.pem',
  )
  const user = postgresUser()
  await user.own(folder)
  await initialisePostgres15(user, data)
  const port = await findFreePort('127.0.0.1')
  const server = await launchPostgres15(user, data, [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${socket}`,
    'ssl=on',
    `ssl_cert_file=${file('server.pem')}`,
    `ssl_key_file=${file('server.key')}`,
  ])
  return {
    ca: file('ca.pem'),
    otherCa: file('other.pem'),
    /** Its address by a name of this machine, with a file of the CA that is trusted. */
    url: (host: string, ca: string) =>
      `postgres://postgres@${host}:${port}/postgres?sslmode=verify-full&sslrootcert=${encodeURIComponent(ca)}`,
    async stop() {
      await endProcess(server, 'SIGQUIT')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
