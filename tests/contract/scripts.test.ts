import { expect, test } from 'vitest'
import { script, scriptSummary } from '#shared/domains/scripts/contract.ts'
import { everyCallIsMade, unknownId, unique, useAccount, type AccountClient } from './account-client.ts'
import { bodyOf, expectRefusal } from './client.ts'
import { genericCalls } from './generic.ts'
import { makeTeam } from './samples.ts'

const account = useAccount()

/** As the console creates one: the type is the name. */
async function makeScript(client: AccountClient) {
  const { _id: teamId } = await makeTeam(client)
  const name = unique('Script')
  return bodyOf(await client.post('scripts', { name, teamId, type: name }), script, 201)
}

genericCalls(account, {
  plural: 'scripts',
  entity: script,
  row: scriptSummary,
  make: makeScript,
  only: ({ name }) => ({ name }),
  change: { name: 'Renamed', description: 'Changed', code: '  return 1\n' },
  changeMany: { description: 'Changed with others' },
  refused: [{}, { name: 'No team' }, { name: ' ', teamId: unknownId }],
})

test('its team is returned with its name', async () => {
  const { _id } = await makeScript(account())
  const { teamId } = bodyOf(await account().get(`scripts/${_id}`), script)
  expect(teamId.name).toMatch(/^Team /)
})

test('an unknown team is 404', async () => {
  expectRefusal(await account().post('scripts', { name: unique('Script'), teamId: unknownId }), 404)
})

test('a script is returned as it was sent, and an edit of an old version is 409', async () => {
  const made = await makeScript(account())
  const saved = bodyOf(await account().put(`scripts/${made._id}`, { ...made, code: 'return 2' }), script)
  expect(saved).toMatchObject({ code: 'return 2' })
  expectRefusal(await account().put(`scripts/${made._id}`, { ...made, code: 'return 3' }), 409)
})

everyCallIsMade('scripts')
