import { setTimeout as wait } from 'node:timers/promises'

/** Below the gateway's timeout of 9.5 s, so that callers get the answer. */
const PATIENCE_MS = 6000
const EVERY_MS = 200

interface DriverError {
  code?: string
  message?: string
}

/** A server that ends its sessions, and connections that end. */
const lost = /^(08\w{3}|57P0[12]|ECONNRESET|EPIPE|ETIMEDOUT)$/
const lostText = /Connection terminated|connection error and is not queryable/
/**
 * A server that takes no session or does not answer in time; class 28: it does not know the password yet, or no more;
 * class 53: it has no room left, but for the disk (53100).
 */
const unavailable =
  /^(28\w{3}|53[02-9]\w{2}|57P03|57014|ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ENOENT|ENOTFOUND|EAI_AGAIN)$/
const unavailableText = /timeout exceeded when trying to connect|timeout expired/

/** Whether the connection ended before the answer, so that it is unknown whether the statement was committed. */
export function isLostConnection(error: unknown): boolean {
  const { code = '', message = '' } = error as DriverError
  return lost.test(code) || lostText.test(message)
}

/** Whether the same call can succeed later: the database is down, restarting, full of sessions, or another server takes over. */
export function isUnavailable(error: unknown): boolean {
  const { code = '', message = '' } = error as DriverError
  return isLostConnection(error) || unavailable.test(code) || unavailableText.test(message)
}

/**
 * Repeats what may be done twice, for up to 6 s, until the database is available: for the rest of a call whose change is
 * committed, so that it is not answered as refused. Throws what it fails with at last.
 */
export async function untilAvailable<Result>(ask: () => Promise<Result>): Promise<Result> {
  const deadline = performance.now() + PATIENCE_MS
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > deadline) throw error
      await wait(EVERY_MS)
    }
  }
}
