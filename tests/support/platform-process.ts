import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { environmentWith, type Environment } from '#server/config.ts'
import { platformMessage, type PlatformMessage, type PlatformReady } from '#server/supervisor.ts'

/** Needs a build: started from its sources each process would need two more seconds of processor time. */
const builtHere = new URL('../../dist/server/platform/main.js', import.meta.url)

export const ownerPassword = 'bench bench bench'

export interface PlatformProcess {
  child: ChildProcess
  ready: PlatformReady
}

/** A call as the first user in the first account. Throws on any answer but 2xx. */
export type Call = <Answer>(method: string, path: string, body?: unknown) => Promise<Answer>

/**
 * Starts a platform in a separate process, that of this checkout if no other program is named; resolves when it serves,
 * throws its output when it cannot.
 */
export async function startPlatformProcess(
  settings: Environment,
  signal?: AbortSignal,
  program = builtHere,
): Promise<PlatformProcess> {
  const env = environmentWith({ LOG_LEVEL: 'warn', ADMIN_PASSWORD: ownerPassword, ...settings })
  const child = fork(program, [], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  signal?.addEventListener('abort', () => child.kill('SIGKILL'))
  const message = await Promise.race([
    firstNews(child),
    once(child, 'exit').then(([code]) => ({ type: 'failed' as const, message: `it ended with ${code}` })),
  ])
  if (message.type === 'failed') throw new Error(`The platform did not start: ${message.message}`)
  return { child, ready: message }
}

/** The first message that is more than a sign of life. */
async function firstNews(
  child: ChildProcess,
): Promise<Exclude<PlatformMessage, { type: 'alive' | 'metrics' }>> {
  for (;;) {
    const [raw] = (await once(child, 'message')) as [unknown]
    const message = platformMessage.parse(raw)
    if (message.type !== 'alive' && message.type !== 'metrics') return message
  }
}

export const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Ends a process and waits for its exit. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** Signs in as the first user of a platform that was started with `ownerPassword`. */
export async function signIn(url: string): Promise<Call> {
  return callWith(url, await signedInHeaders(url))
}

/** Calls with these headers. */
function callWith(url: string, headers: Record<string, string>): Call {
  return async <Answer>(method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/${path}`, { method, headers, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`)
    return (text ? JSON.parse(text) : undefined) as Answer
  }
}

/** Headers of calls as that user in the first account. */
export async function signedInHeaders(url: string): Promise<Record<string, string>> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const call = callWith(url, headers)
  const { token, user } = await call<{ token: string; user: { _id: string } }>('POST', 'users/login', {
    email: 'admin@localhost',
    password: ownerPassword,
  })
  headers['authorization'] = `Bearer ${token}`
  const { userAccountHash } = await call<{ userAccountHash: Record<string, unknown> }>(
    'GET',
    `user/${user._id}`,
  )
  headers['account-id'] = Object.keys(userAccountHash)[0] ?? ''
  return headers
}
