import { graphql } from '../graphql.ts'

/** An invitation as the tables of pending ones show it. */
const invitationFields = graphql(`
  fragment InvitationFields on Invitation @_unmask {
    id
    email
    role
    into {
      kind
      targetId
      name
    }
    by
    at
    expires
  }
`)

/** The pending invitations to the account, or only those to an app or a team. */
export const invitationsQuery = graphql(
  `
    query Invitations($page: Int!, $perPage: Int!, $appId: ID, $teamId: ID) {
      invitations(page: $page, perPage: $perPage, appId: $appId, teamId: $teamId) {
        total
        rows {
          ...InvitationFields
        }
      }
    }
  `,
  [invitationFields],
)

export const resendInvitationMutation = graphql(
  `
    mutation ResendInvitation($id: ID!) {
      resendInvitation(id: $id) {
        ...InvitationFields
      }
    }
  `,
  [invitationFields],
)

export const createInvitationLinkMutation = graphql(`
  mutation CreateInvitationLink($id: ID!) {
    createInvitationLink(id: $id) {
      link
      expires
    }
  }
`)

export const withdrawInvitationMutation = graphql(`
  mutation WithdrawInvitation($id: ID!) {
    withdrawInvitation(id: $id)
  }
`)
