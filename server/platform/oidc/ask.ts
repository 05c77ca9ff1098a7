import { AppError } from '#server/lib/errors.ts'

/** Several of these stand in one sign-in, and a gateway waits 9.5 s for its answer. */
const TIMEOUT_MS = 3_000
/** Documents of an issuer are some kilobytes long. */
const MAX_BYTES = 512 * 1024

/** Asks the issuer: its answer whole, of whatever status. Redirects are not followed. Throws UNAVAILABLE. */
export async function ask(url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<Response> {
  try {
    const answer = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    return new Response(await wholeBody(answer), { status: answer.status })
  } catch (error) {
    throw unavailable(error)
  }
}

/** The cause names hosts, and is for the log. */
export function unavailable(cause: unknown): AppError {
  return new AppError('UNAVAILABLE', 'The identity provider cannot be asked at the moment', { cause })
}

async function wholeBody({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new Error('The answer is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
