import { randomInt } from 'node:crypto'
import { createServer, type AddressInfo } from 'node:net'

/** Returns a port that is free at the moment: the given one, or any for 0. Throws one sentence. */
export function assertFree(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => reject(new Error(portProblem(error, host, port))))
    probe.listen({ host, port }, () => {
      const free = (probe.address() as AddressInfo).port
      probe.close(() => resolve(free))
    })
  })
}

/**
 * Below the port range of outgoing connections, one of which could otherwise take the port first, and above the last port
 * that `fetch` refuses (10080).
 */
const RESERVED = { from: 10_100, to: 32_000 }

/** A free port, to listen on a moment later. */
export async function findFreePort(host: string): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = await assertFree(host, randomInt(RESERVED.from, RESERVED.to)).catch(() => null)
    if (port !== null) return port
  }
  return assertFree(host, 0)
}

function portProblem({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use: stop what listens there, or choose another PORT`
  if (code === 'EACCES') return `Port ${port} may not be used by this user: choose a PORT above 1023`
  return `Cannot listen on ${host}:${port}: ${message}`
}

/** Whether the address means all addresses of this machine. */
export function isAnyAddress(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** A host as it is written in a URL. */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
