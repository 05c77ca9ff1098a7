import { cacheExchange, type CacheExchangeOpts } from '@urql/exchange-graphcache'
import { Client, fetchExchange, subscriptionExchange } from 'urql'
import { withoutIdentity } from '#web/app/client.ts'
import { liveOrderExchange } from '#web/realtime/live-order.ts'

type Variables = Record<string, unknown>
/** Answers by operation name: the data, or `{ errors }`; a promise for a slow answer. */
export type Answers = Record<string, (variables: Variables) => unknown>

export interface CalledOperation {
  name: string
  variables: Variables
}

/**
 * The product's client (cache, order, fetch, socket) with a fake gateway: queries and mutations are answered by name,
 * live messages are sent by the test. `cache` has rules of the cache besides the types without an id.
 */
export function createFakeGateway(answers: Answers, cache: Partial<CacheExchangeOpts> = {}) {
  const calls: CalledOperation[] = []
  const open = new Map<symbol, CalledOperation & { next(data: unknown): void }>()

  const fetch = async (_url: unknown, init?: RequestInit) => {
    const { operationName: name, variables } = JSON.parse(String(init?.body)) as {
      operationName: string
      variables: Variables
    }
    calls.push({ name, variables })
    const answer = (await answers[name]?.(variables)) ?? { errors: [{ message: `no answer to ${name}` }] }
    const body = 'errors' in (answer as object) ? { data: null, ...(answer as object) } : { data: answer }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  }
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch: fetch as typeof globalThis.fetch,
    preferGetMethod: false,
    exchanges: [
      cacheExchange({ ...cache, keys: { ...withoutIdentity, ...cache.keys } }),
      liveOrderExchange,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: (request, operation) => ({
          subscribe(sink) {
            const key = Symbol('subscription')
            open.set(key, {
              name: /subscription (\w+)/.exec(request.query ?? '')?.[1] ?? '',
              variables: operation.variables as Variables,
              next: (data) => sink.next({ data: data as Variables }),
            })
            return { unsubscribe: () => open.delete(key) }
          },
        }),
      }),
    ],
  })
  return {
    client,
    /** Every query and mutation that reached the gateway. */
    calls,
    callsOf: (name: string) => calls.filter((call) => call.name === name),
    /** The subscriptions that are open now. */
    open: (): CalledOperation[] => [...open.values()].map(({ name, variables }) => ({ name, variables })),
    /** Sends a live message to the subscriptions of this operation. */
    send(name: string, data: Variables) {
      for (const each of open.values()) if (each.name === name) each.next(data)
    },
  }
}
