import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Client, fetchExchange, gql } from 'urql'
import { expect, it } from 'vitest'
import { playGateway, renderRoutes } from '../../tests/support/render.tsx'
import { useAction } from './use-action.ts'

const mutation = gql<{ renameThing: string }, { name: string; version: number | null }>`
  mutation RenameThing($name: String!, $version: Int) {
    renameThing(name: $name, version: $version)
  }
`

/** Renames a thing from `version`, which the platform refuses with a 409. */
async function refused({
  version,
  message,
  versions,
}: {
  version: number | null
  message: string
  versions?: object
}) {
  const extensions = { code: 'CONFLICT', ...(versions && { versions }) }
  const { fetch } = playGateway(() => ({ body: { data: null, errors: [{ message, extensions }] } }))
  const client = new Client({ url: '/graphql', fetch, preferGetMethod: false, exchanges: [fetchExchange] })
  let conflicts = 0
  function Page() {
    const rename = useAction(mutation, {
      failure: 'Error updating thing:',
      conflict: () => (conflicts += 1),
    })
    return <button onClick={() => void rename.run({ name: 'A', version })}>Rename</button>
  }
  renderRoutes([{ path: '/', Component: Page }], { client })
  await userEvent.click(screen.getByText('Rename'))
  return { conflicts: () => conflicts }
}

it('tells a 409 to a call without a version with its reason', async () => {
  const { conflicts } = await refused({ version: null, message: 'Thing name already exists' })
  expect(await screen.findByText('Error updating thing: Thing name already exists')).toBeTruthy()
  expect(conflicts()).toBe(0)
})

it.each([
  { version: 2, message: 'Changed' },
  { version: null, message: 'Changed', versions: { stored: 3, yours: 2 } },
  { version: 2, message: 'body/version: changed', versions: { stored: 3, yours: 2 } },
])('takes %o as the change of somebody else', async (refusal) => {
  const { conflicts } = await refused(refusal)
  await expect.poll(conflicts).toBe(1)
  expect(screen.queryByText(`Error updating thing: ${refusal.message}`)).toBeNull()
})

it('tells of a value that is taken, also to a call with a version', async () => {
  const { conflicts } = await refused({ version: 2, message: 'alias: is taken' })
  expect(await screen.findByText('Error updating thing: alias: is taken')).toBeTruthy()
  expect(conflicts()).toBe(0)
})
