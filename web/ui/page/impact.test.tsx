import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createFakeGateway } from '#tests/support/web-gateway.ts'
import { renderRoutes } from '#tests/support/render.tsx'
import { Impact } from './impact.tsx'
import type { ImpactProps } from './impact-props.ts'

const by = (id: string, name: string, over: object = {}) => ({
  __typename: 'UsedBy',
  id,
  name,
  within: null,
  appId: null,
  workqueueId: null,
  clusterId: null,
  ...over,
})
const use = (kind: string, count: number, ...first: object[]) => ({
  __typename: 'Use',
  kind,
  count,
  more: false,
  first,
})

/** The impact of a deletion, with the uses that the platform tells; null: it tells none at all. */
function show(answer: object | null, { of, ...over }: Partial<ImpactProps> = {}) {
  const features = answer ? ['usage'] : []
  const gateway = createFakeGateway({
    Capabilities: () => ({ capabilities: { __typename: 'Capabilities', version: '1', features } }),
    Usage: () =>
      answer && 'errors' in answer ? answer : { usage: { __typename: 'Usage', lastUsed: null, ...answer } },
  })
  const element = <Impact of={of ?? { kind: 'alias', id: 'edge', owner: 'w1' }} deed="delete" {...over} />
  renderRoutes([{ path: '/', element }], { client: gateway.client })
  return gateway
}

it('names what uses an entity, with links, running work first', async () => {
  const { callsOf } = show({
    uses: [
      use('task', 1, by('t1', 'Charge', { within: 'Nightly', appId: 'a1', workqueueId: 'r1' })),
      use('poller', 1, by('host-1', 'host-1')),
      use('deployment', 1, by('d1', 'edge', { within: 'North', clusterId: 'c1' })),
      use('plan', 4, by('p1', 'Close'), by('p2', 'Open')),
    ],
  })
  expect(await screen.findByText(/^1 task runs on it, so that it cannot be deleted now: /)).toBeTruthy()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Charge', '/apps/a1/workqueues/r1?task=t1'],
    ['edge', '/clusters/c1/deployment/d1'],
    ['Close', '/plans/p1'],
    ['Open', '/plans/p2'],
  ])
  const lines = [...screen.getByRole('status').children].map(({ textContent }) => textContent)
  expect(lines.slice(1)).toEqual([
    '1 worker polls it and will be refused: host-1',
    '1 deployment runs it and will have nothing to do: edge in North',
    '4 plans name it; those tasks will wait: Close, Open and 2 more',
  ])
  expect(callsOf('Usage')[0]?.variables).toEqual({ kind: 'alias', id: 'edge', owner: 'w1' })
})

it('says that nothing uses it, or when a token was used', async () => {
  show({ uses: [] })
  expect(await screen.findByText('Nothing uses it.')).toBeTruthy()
  show({ uses: [] }, { of: { kind: 'token', id: 't1', owner: 'a1' } })
  expect(await screen.findByText('It was never used.')).toBeTruthy()
})

it('says that it could not be read', async () => {
  show({ errors: [{ message: 'away' }] })
  expect(await screen.findByText('What uses it could not be read.')).toBeTruthy()
})

it('on a platform that does not tell it shows only what the page knows, and calls nothing', async () => {
  const { calls } = show(null, { also: ['No worker polls a · b.'] })
  expect(await screen.findByText('No worker polls a · b.')).toBeTruthy()
  await waitFor(() => expect(calls.map(({ name }) => name)).toEqual(['Capabilities']))
})
