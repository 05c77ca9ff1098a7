import type { FastifyRequest } from 'fastify'
import fp from 'fastify-plugin'
import { AppError } from '#server/lib/errors.ts'
import { createFairPermits } from '#server/lib/concurrency.ts'

/** Rows from which a page is a long list: reading and writing them holds the process for 20 ms and more. */
const LONG = 200

/**
 * Long lists that one process reads at the same time: one that is read from the database, one that is written. Two
 * of 9,000 runs need 100 MB.
 */
const AT_ONCE = 2

/** Calls of one list that may wait in one account. */
export const MAX_WAITING = 200

declare module 'fastify' {
  interface FastifyRequest {
    /** Lets the next long list begin; null for a call that is none. */
    endLongList: (() => void) | null
  }
}

/**
 * Long lists are read a few at a time, in turn between accounts and, within one, between its lists: the process
 * stays free for the calls of workers and for short lists, however many browsers ask for thousands of runs, and the
 * apps of an account, which consoles read in one page of 9999, do not wait for all of them. More than 200 waiting
 * calls of one list are refused with TOO_MANY_REQUESTS.
 */
export const longLists = fp(
  async (app) => {
    const permits = createFairPermits(AT_ONCE, Number.POSITIVE_INFINITY)
    const waiting = new Map<string, number>()

    /** Resolves, when it is the turn of this list, with the function that ends the turn. */
    async function turnOf(list: string): Promise<() => void> {
      const others = waiting.get(list) ?? 0
      if (others >= MAX_WAITING) throw tooMany()
      waiting.set(list, others + 1)
      return new Promise((begin) => {
        void permits.run(list, () => {
          const left = (waiting.get(list) ?? 1) - 1
          if (left > 0) waiting.set(list, left)
          else waiting.delete(list)
          return new Promise<void>(begin)
        })
      })
    }

    app.decorateRequest('endLongList', null)
    app.addHook('preHandler', async (request) => {
      if (!isLongList(request)) return
      request.endLongList = await turnOf(`${request.caller?.accountId} ${request.routeOptions.url}`)
      // The caller has gone while it waited: nothing is read for it, and it sees no answer.
      if (request.raw.socket.destroyed) throw new AppError('TIMEOUT')
    })
    app.addHook('onSend', async (request) => {
      request.endLongList?.()
    })
  },
  { name: 'long-lists', fastify: '5.x', dependencies: ['caller-resolution'] },
)

function isLongList({ method, query }: FastifyRequest): boolean {
  const { pagesize } = query as { pagesize?: unknown }
  return method === 'GET' && typeof pagesize === 'number' && pagesize > LONG
}

const tooMany = () =>
  new AppError(
    'TOO_MANY_REQUESTS',
    `Too many lists of more than ${LONG} rows at once, try again in a second`,
    {
      retryAfter: 1,
    },
  )
