import { ChakraProvider } from '@chakra-ui/react'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router-dom'
import { Provider, type Client } from 'urql'
import type { SessionView } from '#shared/domains/account/contract.ts'
import { system } from '#web/app/theme/system.ts'
import { SessionProvider } from '#web/lib/session-context.tsx'
import { createSession } from '#web/lib/session.ts'
import { Toaster } from '#web/ui/feedback/toast.tsx'

/** A signed-in user with two accounts. */
export const signedInView: SessionView = {
  authenticated: true,
  version: '1.0.108',
  login: { method: 'legacy', vendor: 'SSO', authorizeUrl: null },
  user: { _id: 'u1', email: 'olga.petrova@northwind.example' },
  account: { _id: 'n', name: 'northwind' },
  accounts: [
    { _id: 'n', name: 'northwind' },
    { _id: 's', name: 'southwind' },
  ],
  sso: false,
  storedAccount: 'northwind',
}

export const signedOutView: SessionView = {
  authenticated: false,
  version: '1.0.108',
  login: { method: 'legacy', vendor: 'SSO', authorizeUrl: null },
}

/** Renders with the product's theme and toasts. */
export function renderThemed(element: ReactElement) {
  return render(
    <ChakraProvider value={system}>
      {element}
      <Toaster />
    </ChakraProvider>,
  )
}

/** Renders routes at an address with theme, session and, if given, a data client. */
export function renderRoutes(
  routes: RouteObject[],
  {
    at = '/',
    session = createSession(),
    client,
  }: { at?: string; session?: ReturnType<typeof createSession>; client?: Client } = {},
) {
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const pages = <RouterProvider router={router} />
  const view = renderThemed(
    <SessionProvider session={session}>
      {client ? <Provider value={client}>{pages}</Provider> : pages}
    </SessionProvider>,
  )
  const address = () => router.state.location.pathname + router.state.location.search
  return { ...view, router, address }
}

type Answer = { status?: number; body?: unknown }

/** Answers the page's calls by `METHOD path`; returns the list of sent calls. */
export function fakeGateway(
  answer: (method: string, path: string, body: unknown) => Answer | Promise<Answer>,
) {
  const calls: { method: string; path: string; body: unknown; headers: Headers }[] = []
  const fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const call = {
      method: init.method ?? 'GET',
      path: String(input),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      headers: new Headers(init.headers),
    }
    calls.push(call)
    const { status = 200, body } = await answer(call.method, call.path, call.body)
    const text = body === undefined ? null : JSON.stringify(body)
    return new Response(text, { status, headers: { 'content-type': 'application/json' } })
  }
  return { calls, fetch }
}
