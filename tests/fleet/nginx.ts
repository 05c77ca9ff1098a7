import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isRunning } from '../support/platform-process.ts'

/** The configuration in `docs/scaling.md`; the test uses no other. */
const shown =
  /```nginx\n([^]*?)```/.exec(
    readFileSync(path.join(import.meta.dirname, '../../docs/scaling.md'), 'utf8'),
  )?.[1] ?? ''

/** The ports in that configuration. */
export const ports = {
  gateways: portsOf('console_gateways'),
  platforms: portsOf('console_platforms'),
  /** For browsers, with TLS. */
  outer: Number(/listen (\d+) ssl/.exec(shown)?.[1]),
  /** For the gateways, without. */
  inner: Number(/listen 127\.0\.0\.1:(\d+);/.exec(shown)?.[1]),
}

function portsOf(upstream: string): number[] {
  const block = new RegExp(`upstream ${upstream} \\{([^}]*)\\}`).exec(shown)?.[1] ?? ''
  return [...block.matchAll(/server 127\.0\.0\.1:(\d+)/g)].map(([, port]) => Number(port))
}

const site = (folder: string) => `daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events {}
http {
  access_log off;
  include console.conf;
}
`

export interface Nginx {
  isRunning(): boolean
  /** Kills it and all its workers at once. */
  kill(): Promise<void>
  start(): Promise<void>
}

/** Nginx with that configuration and a certificate for `localhost`, in a folder of the test. */
export async function startNginx(folder: string): Promise<Nginx> {
  writeFileSync(path.join(folder, 'console.conf'), shown)
  writeFileSync(path.join(folder, 'nginx.conf'), site(folder))
  const files = ['-keyout', path.join(folder, 'console.key'), '-out', path.join(folder, 'console.crt')]
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...key, ...subject, ...files], { stdio: 'ignore' })

  let child: ChildProcess
  const start = async () => {
    // A separate process group, so that the workers are killed with it.
    child = spawn('/usr/sbin/nginx', ['-p', folder, '-c', path.join(folder, 'nginx.conf')], {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: true,
    })
    while (!(await listens(ports.outer))) {
      if (!isRunning(child)) throw new Error(`nginx ended with ${child.exitCode}`)
      await wait(20)
    }
  }
  await start()
  return {
    start,
    isRunning: () => isRunning(child),
    async kill() {
      if (!child.pid || !isRunning(child)) return
      const ended = once(child, 'exit')
      process.kill(-child.pid, 'SIGKILL')
      await ended
    },
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
