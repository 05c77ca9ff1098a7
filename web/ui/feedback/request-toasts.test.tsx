import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange, gql } from 'urql'
import { expect, it } from 'vitest'
import { fakeGateway, renderRoutes } from '#tests/support/render.tsx'
import { useAction } from './request-toasts.ts'

interface Variables {
  version?: number | null
  thing?: { version: number | null }
}

const mutation = gql<{ changeThing: string }, Variables>`
  mutation ChangeThing($version: Int, $thing: JSON) {
    changeThing(version: $version, thing: $thing)
  }
`

/** Sends a mutation with `variables` that the platform refuses with a 409. */
async function refused(variables: Variables, message: string, versions?: object, faults?: object[]) {
  const extensions = { code: 'CONFLICT', ...(versions && { versions }), ...(faults && { faults }) }
  const { fetch } = fakeGateway(() => ({ body: { data: null, errors: [{ message, extensions }] } }))
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  let conflicts = 0
  function Page() {
    const change = useAction(mutation, { failure: 'Error updating thing:', conflict: () => (conflicts += 1) })
    return <button onClick={() => void change.run(variables)}>Change</button>
  }
  renderRoutes([{ path: '/', Component: Page }], { client })
  await userEvent.click(screen.getByText('Change'))
  return { conflicts: () => conflicts }
}

it.each([{ version: null }, { thing: { version: null } }])(
  'reports a 409 to a call without a version with its reason: %o',
  async (variables) => {
    const message = `Name already exists beside ${Object.keys(variables).join()}`
    const { conflicts } = await refused(variables, message)
    expect(await screen.findByText(`Error updating thing: ${message}`)).toBeTruthy()
    expect(conflicts()).toBe(0)
  },
)

it.each<[Variables, string, object?]>([
  [{ version: 2 }, 'Changed'],
  [{ thing: { version: 2 } }, 'Changed'],
  [{ version: null }, 'Changed', { stored: 3, yours: 2 }],
  [{ version: 2 }, 'version: changed', { stored: 3, yours: 2 }],
])('treats the response to %o as a change by another user: %s', async (...refusal) => {
  const { conflicts } = await refused(...refusal)
  await expect.poll(conflicts).toBe(1)
  expect(screen.queryByText(`Error updating thing: ${refusal[1]}`)).toBeNull()
})

it.each([
  ['alias: is taken', undefined],
  ['Alias is taken', [{ path: 'alias', message: 'is taken' }]],
])('reports a value that is taken, also to a call with a version: %s', async (message, faults) => {
  const { conflicts } = await refused({ version: 2 }, message, undefined, faults)
  expect(await screen.findByText(`Error updating thing: ${message}`)).toBeTruthy()
  expect(conflicts()).toBe(0)
})
