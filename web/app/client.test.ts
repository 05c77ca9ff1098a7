import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fakeGateway } from '#tests/support/render.tsx'
import { askEarly } from '../build/early-files.ts'
import { appListQuery, appQuery, createAppMutation } from '../domains/apps/operations.ts'
import { graphql } from '../lib/graphql.ts'
import { callGateway } from '../lib/http.ts'
import operationIds from '../lib/operation-ids.json'
import { failText } from '../ui/feedback/error-text.ts'
import { createClient } from './client.ts'

const noSocket = { subscribe: () => () => undefined, retry: () => undefined, close: () => undefined }

function open(body: unknown, status = 200) {
  const gateway = fakeGateway(() => ({ body, status }))
  vi.stubGlobal('fetch', gateway.fetch)
  const [onSessionEnd, onNotFound, onOutdated] = [vi.fn(), vi.fn(), vi.fn()]
  const renewed = () => Promise.resolve(false)
  const client = createClient({ live: noSocket, onSessionEnd, renewed, onNotFound, onOutdated })
  return { ...gateway, onSessionEnd, onNotFound, onOutdated, client }
}

describe('the data client', () => {
  beforeEach(() => vi.unstubAllGlobals())

  it('reports what was not found, because the user may no longer belong to the account', async () => {
    const failed = (code: string) => open({ errors: [{ message: 'x', extensions: { code } }] })
    for (const [code, times] of [
      ['NOT_FOUND', 1],
      ['CONFLICT', 0],
    ] as const) {
      const { client, onNotFound } = failed(code)
      await client.query(appListQuery, {})
      expect([code, onNotFound.mock.calls.length]).toEqual([code, times])
    }
  })

  it('sends an operation only by its printed id, as POST with the CSRF header', async () => {
    const app = { __typename: 'App', id: 'a1', name: 'Depot', description: 'Weighs', version: 1 }
    const { client, calls } = open({ data: { __typename: 'Query', apps: [app] } })
    const { data } = await client.query(appListQuery, {})
    expect(data?.apps[0]?.name).toBe('Depot')
    expect(calls).toHaveLength(1)
    expect(calls[0]).toMatchObject({ method: 'POST', path: '/graphql' })
    expect(calls[0]?.headers.get('x-csrf')).toBe('1')
    expect(calls[0]?.body).toEqual({
      operationName: 'AppList',
      extensions: { persistedQuery: { version: 1, sha256Hash: operationIds.AppList } },
    })
  })

  describe('what the page has asked for before its scripts were loaded', () => {
    const app = { __typename: 'App', id: 'a1', name: 'Depot', description: 'Weighs', version: 1 }
    const answer = { data: { __typename: 'Query', app } }
    const operations = [['^/apps/([^/]+)', operationIds.App, 'App', { id: '$1' }]] as const
    const paths = ({ calls }: ReturnType<typeof open>) => calls.map(({ path }) => path)
    /** Opens an app, with the early requests of its page. */
    function openApp(body: unknown = answer, status = 200) {
      history.replaceState(null, '', '/apps/a1')
      const opened = open(body, status)
      askEarly([], [], operations)
      return opened
    }
    afterEach(() => {
      window.early = undefined
      history.replaceState(null, '', '/')
    })

    it('is the answer to the first query, and to no later one', async () => {
      const opened = openApp()
      const { data } = await opened.client.query(appQuery, { id: 'a1' })
      expect(data?.app.name).toBe('Depot')
      expect(paths(opened)).toEqual(['/session', '/graphql'])
      await opened.client.query(appQuery, { id: 'a1' }, { requestPolicy: 'network-only' })
      expect(paths(opened)).toEqual(['/session', '/graphql', '/graphql'])
    })

    it('is not the answer to a query of something else', async () => {
      const opened = openApp()
      await opened.client.query(appQuery, { id: 'a2' })
      expect(paths(opened)).toEqual(['/session', '/graphql', '/graphql'])
    })

    it('is not the answer where it was refused', async () => {
      const opened = openApp({ message: 'Not signed in', code: 'UNAUTHENTICATED' }, 401)
      await opened.client.query(appQuery, { id: 'a1' })
      expect(paths(opened)).toEqual(['/session', '/graphql', '/graphql'])
    })

    it('is not the answer after a sign-in or another account', async () => {
      const opened = openApp()
      await callGateway('POST', '/session', {})
      await opened.client.query(appQuery, { id: 'a1' })
      expect(paths(opened)).toEqual(['/session', '/graphql', '/session', '/graphql'])
    })
  })

  it('reports an operation that is not printed as an error with a message', async () => {
    const error = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }
    const { client, calls } = open({ errors: [error] })
    const unknown = graphql('query NotPrinted { apps { id } }')
    const result = await client.query(unknown, {})
    expect(result.error).toBeDefined()
    expect(calls.every(({ body }) => !JSON.stringify(body).includes('apps'))).toBe(true)
  })

  it('reports that the page is older than the gateway, which does not know its operation', async () => {
    const error = { message: 'PersistedQueryNotFound', extensions: { code: 'BAD_REQUEST', statusCode: 400 } }
    const { client, onOutdated } = open({ errors: [error] }, 400)
    const result = await client.query(appListQuery, {})
    expect(onOutdated).toHaveBeenCalledOnce()
    expect(result.error && failText('Error loading apps:', result.error)).toBe(
      'Error loading apps: this page is older than the console, reload it',
    )
    const other = open({ errors: [{ message: 'Not this', extensions: { code: 'BAD_REQUEST' } }] }, 400)
    await other.client.query(appListQuery, {})
    expect(other.onOutdated).not.toHaveBeenCalled()
  })

  it('reports the end of the session, with the address to go to', async () => {
    const extensions = { code: 'SESSION_ENDED', redirectTo: 'https://id.example/out' }
    const { client, onSessionEnd } = open({ errors: [{ message: 'The session has ended', extensions }] })
    await client.query(appListQuery, {})
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith('https://id.example/out')
  })

  it('also reports it when the gateway refuses the request before GraphQL runs', async () => {
    const body = { statusCode: 401, code: 'UNAUTHENTICATED', message: 'Sign in first', requestId: 'r1' }
    const { client, onSessionEnd } = open(body, 401)
    const { error } = await client.query(appListQuery, {})
    expect(onSessionEnd).toHaveBeenCalledExactlyOnceWith(null)
    expect(error && failText('Error loading apps:', error)).toBe('Error loading apps: Sign in first')
  })

  it('repeats a refused request, also a change, once the expired session is valid again', async () => {
    const refusal = { statusCode: 401, code: 'UNAUTHENTICATED', message: 'Sign in first' }
    const app = { __typename: 'App', id: 'a1', name: 'Depot', description: 'Weighs', version: 1 }
    let signedIn = false
    const gateway = fakeGateway(() =>
      signedIn
        ? { body: { data: { __typename: 'Mutation', createApp: app } } }
        : { body: refusal, status: 401 },
    )
    vi.stubGlobal('fetch', gateway.fetch)
    const onSessionEnd = vi.fn()
    const renewed = () => Promise.resolve((signedIn = true))
    const client = createClient({
      live: noSocket,
      onSessionEnd,
      renewed,
      onNotFound: vi.fn(),
      onOutdated: vi.fn(),
    })
    const { data } = await client.mutation(createAppMutation, { name: 'Depot', description: 'Weighs' })
    expect(data?.createApp.id).toBe('a1')
    expect(gateway.calls.map(({ body }) => body)).toEqual([gateway.calls[0]?.body, gateway.calls[0]?.body])
    expect(onSessionEnd).not.toHaveBeenCalled()
  })
})
