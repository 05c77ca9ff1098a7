import { teamMessages } from '#shared/domains/teams/messages.ts'
import { useAction } from '#web/ui/use-action.ts'
import {
  addTeamMemberMutation,
  createTeamMutation,
  removeTeamMemberMutation,
  updateTeamMutation,
} from './operations.ts'

/** Creates a team of that name, trimmed and not empty. */
export function useCreateTeam() {
  return useAction(createTeamMutation, {
    success: () => teamMessages.created,
    failure: teamMessages.createFailed,
  })
}

/** Changes a team's name. */
export function useUpdateTeam() {
  return useAction(updateTeamMutation, {
    success: () => teamMessages.updated,
    failure: teamMessages.updateFailed,
  })
}

/** Adds somebody by e-mail; who has no user yet is invited (spec section 4). */
export function useAddMember() {
  return useAction(addTeamMemberMutation, {
    success: ({ addTeamMember: { invited } }) =>
      invited ? teamMessages.memberInvited : teamMessages.memberAdded,
    failure: teamMessages.inviteFailed,
  })
}

/** Takes somebody off a team. */
export function useRemoveMember() {
  return useAction(removeTeamMemberMutation, {
    success: () => teamMessages.memberRemoved,
    failure: teamMessages.removeFailed,
  })
}
