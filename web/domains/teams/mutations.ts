import { teamMessages } from '#shared/domains/teams/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
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

/** Changes a team's name. `conflict` is called when another user has changed it first. */
export function useUpdateTeam(conflict: () => void) {
  return useAction(updateTeamMutation, {
    success: () => teamMessages.updated,
    failure: teamMessages.updateFailed,
    conflict,
  })
}

/** Adds a member by e-mail; an address without a user is invited. */
export function useAddTeamMember() {
  return useAction(addTeamMemberMutation, {
    success: ({ addTeamMember: { invited } }) =>
      invited ? teamMessages.memberInvited : teamMessages.memberAdded,
    failure: teamMessages.inviteFailed,
  })
}

/** Removes a member from a team. */
export function useRemoveTeamMember() {
  return useAction(removeTeamMemberMutation, {
    success: () => teamMessages.memberRemoved,
    failure: teamMessages.removeFailed,
  })
}
