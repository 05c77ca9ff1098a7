import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { createFairPermits, type FairPermits } from '#server/lib/concurrency.ts'
import { AppError } from '#server/lib/errors.ts'

/** Rows from which a page is long: reading and writing it holds the process for 20 ms and more. */
const LONG = 200

/** Calls of one list that may wait in one account. */
export const WAITING_PER_ACCOUNT = 200

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the turn of a long page; null for every other call. */
    endTurn: (() => void) | null
  }
}

/**
 * Long pages of the same list are read one after the other, of the accounts in turn: the process stays free for the
 * calls of workers and for short pages, however many browsers ask for thousands of runs. Each list has turns of its
 * own, so the apps of an account, which consoles read in one page of 9999, do not wait for its runs. More than 200
 * waiting calls of an account are refused with TOO_MANY_REQUESTS.
 */
export const longLists = fp(
  async (app) => {
    /** By the address of the list. */
    const lists = new Map<string, FairPermits>()
    const permitsOf = ({ routeOptions: { url = '' } }: FastifyRequest): FairPermits => {
      const permits = lists.get(url) ?? createFairPermits(1, Number.POSITIVE_INFINITY)
      lists.set(url, permits)
      return permits
    }

    app.decorateRequest('endTurn', null)
    app.addHook('preHandler', async (request) => {
      if (!isLongPage(request)) return
      const account = request.caller?.accountId ?? ''
      const permits = permitsOf(request)
      if (permits.waiting(account) >= WAITING_PER_ACCOUNT) throw tooMany()
      request.endTurn = await beginTurn(permits, account)
      // The caller has gone while it waited: nothing is read for it, and it sees no answer.
      if (request.raw.socket.destroyed) throw new AppError('TIMEOUT')
    })
    app.addHook('onSend', async (request) => {
      request.endTurn?.()
    })
  },
  { name: 'long-lists', fastify: '5.x', dependencies: ['caller-resolution'] },
)

function isLongPage({ method, query }: FastifyRequest): boolean {
  const { pagesize } = query as { pagesize?: unknown }
  return method === 'GET' && typeof pagesize === 'number' && pagesize > LONG
}

/** Resolves, when it is the turn of this account, with the function that ends the turn. */
const beginTurn = (permits: FairPermits, account: string): Promise<() => void> =>
  new Promise((begin) => void permits.run(account, () => new Promise<void>(begin)))

const tooMany = () =>
  new AppError(
    'TOO_MANY_REQUESTS',
    `Too many pages of more than ${LONG} rows at once, try again in a second`,
    {
      retryAfter: 1,
    },
  )
