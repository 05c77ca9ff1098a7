import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { environmentWith } from '../../../server/config.ts'
import { platformMessage, type PlatformReady } from '../../../server/platform-message.ts'

const entry = new URL('../../../dist/server/platform/main.js', import.meta.url)

/** The built platform as a process of its own, its database with it. */
export interface BenchPlatform {
  ready: PlatformReady
  /** A call in the name of the first user and account. Throws on any answer but 2xx. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>
  /** Resident memory of the platform's process, bytes. */
  resident(): Promise<number>
  stop(): Promise<void>
}

/** Starts it on a data folder and signs in. Needs a build. */
export async function startBenchPlatform(dataDir: string): Promise<BenchPlatform> {
  const password = 'bench bench bench'
  const env = environmentWith({ LOG_LEVEL: 'warn', DATA_DIR: dataDir, ADMIN_PASSWORD: password })
  const child = fork(entry, [], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const [raw] = (await once(child, 'message')) as [unknown]
  const message = platformMessage.parse(raw)
  if (message.type === 'failed') throw new Error(message.message)
  const headers: Record<string, string> = { 'content-type': 'application/json' }

  async function call<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${message.type === 'ready' ? message.url : ''}/api/${path}`, {
      method,
      headers,
      ...sent,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as Answer
  }

  const { token, user } = await call<{ token: string; user: { _id: string } }>('POST', 'users/login', {
    email: 'admin@localhost',
    password,
  })
  headers['authorization'] = `Bearer ${token}`
  const { userAccountHash } = await call<{ userAccountHash: Record<string, unknown> }>(
    'GET',
    `user/${user._id}`,
  )
  headers['account-id'] = Object.keys(userAccountHash)[0] ?? ''
  return {
    ready: message,
    call,
    async resident() {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8')
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024
    },
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
