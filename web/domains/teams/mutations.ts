import { teamMessages } from '#shared/domains/teams/messages.ts'
import { useAction } from '#web/ui/feedback/use-action.ts'
import {
  addTeamMemberMutation,
  createTeamMutation,
  removeTeamMemberMutation,
  updateTeamMutation,
} from './operations.ts'

/** Creates a team; the name is trimmed and not empty. */
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

/** Adds a member by e-mail; an address without a user is invited. */
export function useAddMember() {
  return useAction(addTeamMemberMutation, {
    success: ({ addTeamMember: { invited } }) =>
      invited ? teamMessages.memberInvited : teamMessages.memberAdded,
    failure: teamMessages.inviteFailed,
  })
}

/** Removes a member from a team. */
export function useRemoveMember() {
  return useAction(removeTeamMemberMutation, {
    success: () => teamMessages.memberRemoved,
    failure: teamMessages.removeFailed,
  })
}
