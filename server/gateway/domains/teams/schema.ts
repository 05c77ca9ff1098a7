import { team, type Team } from '#shared/domains/teams/contract.ts'
import { MAX_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { idArgs } from '#server/gateway/graphql/shared-resolvers.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { MemberAdded, addOrInvite, memberType } from '#server/gateway/graphql/members.ts'
import { pageArgs, pageType } from '#server/gateway/graphql/page.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import type { Wire } from '#server/gateway/lib/wire.ts'
import {
  createTeam,
  getTeam,
  listMembers,
  listTeams,
  membersPath,
  removeMember,
  updateTeam,
} from './upstream.ts'

const members = readers(team).entities('members')

const TeamMember = memberType('TeamMember')

const TeamRef = builder.objectRef<Wire<Team>>('Team').implement({
  fields: (t) => ({
    ...contractFields(t, team.pick({ _id: true, name: true, namespace: true, version: true, created: true })),
    memberCount: t.int({ resolve: (entity) => members(entity).length }),
  }),
})

const TeamPage = pageType('TeamPage', TeamRef)

builder.queryFields((t) => ({
  team: t.field({
    type: TeamRef,
    args: idArgs,
    resolve: (_root, { id }, { call }) => getTeam(call, id),
  }),
  teams: t.field({
    description: 'Cards and selectors show every team: one page that holds them all.',
    type: TeamPage,
    args: pageArgs(MAX_PAGE_SIZE),
    resolve: (_root, page, { call }) => listTeams(call, page),
  }),
  teamMembers: t.field({
    type: [TeamMember],
    args: { teamId: t.arg.id({ required: true }) },
    resolve: (_root, { teamId }, { call }) => listMembers(call, teamId),
  }),
}))

builder.mutationFields((t) => ({
  createTeam: t.field({
    type: TeamRef,
    args: { name: t.arg.string({ required: true }) },
    resolve: (_root, { name }, { call }) => createTeam(call, name),
  }),
  updateTeam: t.field({
    type: TeamRef,
    args: { ...idArgs, name: t.arg.string({ required: true }), version: t.arg.int() },
    resolve: (_root, { id, name, version }, { call }) =>
      updateTeam(call, id, { name, version: version ?? undefined }),
  }),
  addTeamMember: t.field({
    description: 'Adds a known user; sends an invitation to an unknown e-mail address.',
    type: MemberAdded,
    args: { teamId: t.arg.id({ required: true }), email: t.arg.string({ required: true }) },
    resolve: (_root, { teamId, email }, context) => addOrInvite(context, membersPath(teamId), email),
  }),
  removeTeamMember: t.id({
    args: { teamId: t.arg.id({ required: true }), memberId: t.arg.id({ required: true }) },
    resolve: async (_root, { teamId, memberId }, { call }) => {
      await removeMember(call, teamId, memberId)
      return memberId
    },
  }),
}))
