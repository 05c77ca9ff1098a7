import { cleanup, screen, waitFor } from '@testing-library/react'
import { Client, fetchExchange } from 'urql'
import { beforeEach, expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { keepFeatures, recallFeatures } from './features.ts'
import { IfMayChange, RightsProvider, useRights } from './rights.tsx'
import type { Session } from './session.ts'
import { SessionContext } from './session-context.tsx'

let wasSure = false
beforeEach(() => {
  wasSure = false
  localStorage.clear()
})

function Shown() {
  const { isViewer, surelyMayChange, payloadsHidden } = useRights()
  if (surelyMayChange) wasSure = true
  return (
    <>
      <p>{`viewer ${isViewer}, hidden ${payloadsHidden}`}</p>
      <IfMayChange>
        <button>Change</button>
      </IfMayChange>
    </>
  )
}

it('without a provider everything is offered, and nothing is asked', async () => {
  const gateway = fakeGateway(() => ({ body: { data: {} } }))
  const { fetch } = gateway
  const client = new Client({ url: 'http://console.test/graphql', fetch, exchanges: [fetchExchange] })
  renderRoutes([{ path: '/', element: <Shown /> }], { client })
  expect(await screen.findByText('viewer false, hidden false')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Change' })).toBeTruthy()
})

const state = {
  phase: 'known',
  view: { authenticated: true, user: { _id: 'u1', email: 'vera@example.test' } },
}
const session = { get: () => state, subscribe: () => () => {} } as unknown as Session

it.each([
  [['roles'], 'viewer true, hidden true', false],
  [[], 'viewer false, hidden false', true],
])('with the features %j a viewer sees: %s', async (features, text, offered) => {
  const membership = { __typename: 'Membership', id: 'u1', role: 'viewer', apps: [], payloads: 'hidden' }
  const capabilities = { __typename: 'Capabilities', version: '1', features }
  const { fetch } = fakeGateway(() => ({ body: { data: { capabilities, membership } } }))
  const client = new Client({
    url: 'http://console.test/graphql',
    fetch,
    preferGetMethod: false,
    exchanges: [fetchExchange],
  })
  const element = (
    <SessionContext value={session}>
      <RightsProvider>
        <Shown />
      </RightsProvider>
    </SessionContext>
  )
  renderRoutes([{ path: '/', element }], { client })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change' }) !== null).toBe(offered)
  await waitFor(() => expect(wasSure).toBe(offered))
})

it('until the role is read it is that of the last visit, of which nothing is sure', async () => {
  const membership = { __typename: 'Membership', id: 'u1', role: 'viewer', apps: [], payloads: 'hidden' }
  const capabilities = { __typename: 'Capabilities', version: '1', features: ['roles'] }
  let isAway = false
  const { fetch } = fakeGateway((_method, _path, body) =>
    isAway && JSON.stringify(body).includes('embership')
      ? { status: 503, body: { code: 'UNAVAILABLE', message: 'Away' } }
      : { body: { data: { capabilities, membership } } },
  )
  const show = () => {
    const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
    recallFeatures(client, 'u1 ')
    const stop = keepFeatures(client, 'u1 ', () => () => {})
    const element = (
      <SessionContext value={session}>
        <RightsProvider>
          <Shown />
        </RightsProvider>
      </SessionContext>
    )
    renderRoutes([{ path: '/', element }], { client })
    return stop
  }
  const stop = show()
  await screen.findByText('viewer true, hidden true')
  stop()
  cleanup()
  isAway = true
  const stopAgain = show()
  expect(screen.getByText('viewer true, hidden true')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Change' })).toBeNull()
  expect(wasSure).toBe(false)
  stopAgain()
})
