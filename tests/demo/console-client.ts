import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Call } from '../support/platform-process.ts'

const signedIn = z.object({ token: z.string(), user: z.object({ _id: z.string() }) })
const accountsOf = z.object({ userAccountHash: z.record(z.string(), z.unknown()) })

/** Signs in as a program does, as soon as the console serves. Resolves with calls in the user's first account. */
export async function signIn(
  url: string,
  credentials: { email: string; password: string },
  signal: AbortSignal,
): Promise<Call> {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const call: Call = async <Answer>(method: string, path: string, body?: unknown) => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await fetch(`${url}/api/${path}`, { method, headers, signal, ...sent })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as Answer
  }
  await serving(url, signal)
  const { token, user } = signedIn.parse(await call('POST', 'users/login', credentials))
  headers['authorization'] = `Bearer ${token}`
  const { userAccountHash } = accountsOf.parse(await call('GET', `user/${user._id}`))
  headers['account-id'] = Object.keys(userAccountHash)[0] ?? ''
  return call
}

async function serving(url: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ready = await fetch(`${url}/readyz`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    if (ready) return
    await pause(200, undefined, { signal })
  }
}
