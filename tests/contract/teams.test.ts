import { team, teamMembers } from '#shared/domains/teams/contract.ts'
import { everyCallIsMade, useAccount } from './account-client.ts'
import { genericCalls } from './generic.ts'
import { memberCalls } from './member-calls.ts'
import { makeTeam } from './samples.ts'

const account = useAccount()

genericCalls(account, {
  plural: 'teams',
  entity: team,
  make: makeTeam,
  only: ({ name }) => ({ name }),
  change: { name: 'Renamed' },
  changeMany: { name: 'Renamed with others' },
  refused: [{}, { name: ' ' }],
})

memberCalls(account, {
  make: async (client) => `teams/${(await makeTeam(client))._id}/members`,
  list: teamMembers,
  membersOf: ({ data }) => data,
})

everyCallIsMade('teams')
