import { graphql } from '#web/lib/graphql.ts'

/** A team as its card and the head of its page show it. */
const teamFields = graphql(`
  fragment TeamFields on Team @_unmask {
    id
    name
    namespace
    memberCount
    version
  }
`)

export const teamListQuery = graphql(
  `
    query TeamList {
      teams(page: 1, perPage: 9999) {
        total
        rows {
          ...TeamFields
        }
      }
    }
  `,
  [teamFields],
)

export const teamQuery = graphql(
  `
    query Team($id: ID!) {
      team(id: $id) {
        ...TeamFields
      }
      teamMembers(teamId: $id) {
        id
        email
        role
      }
    }
  `,
  [teamFields],
)

/** The workers of the account, of which a team's page shows its own. */
export const teamWorkersQuery = graphql(`
  query TeamWorkers {
    workers(page: 1, perPage: 9999, sort: "name") {
      rows {
        id
        name
        type
        teamId
      }
    }
  }
`)

/** The scripts and clusters of the account; apart, so that a fault of their lists does not hide the workers. */
export const teamOwnedQuery = graphql(`
  query TeamOwned {
    scripts(page: 1, perPage: 9999, sort: "name") {
      rows {
        id
        name
        teamId
      }
    }
    clusters(page: 1, perPage: 9999, sort: "name") {
      rows {
        id
        name
        teamId
      }
    }
  }
`)

export const createTeamMutation = graphql(
  `
    mutation CreateTeam($name: String!) {
      createTeam(name: $name) {
        ...TeamFields
      }
    }
  `,
  [teamFields],
)

export const updateTeamMutation = graphql(
  `
    mutation UpdateTeam($id: ID!, $name: String!, $version: Int) {
      updateTeam(id: $id, name: $name, version: $version) {
        ...TeamFields
      }
    }
  `,
  [teamFields],
)

export const addTeamMemberMutation = graphql(`
  mutation AddTeamMember($teamId: ID!, $email: String!) {
    addTeamMember(teamId: $teamId, email: $email) {
      invited
    }
  }
`)

export const removeTeamMemberMutation = graphql(`
  mutation RemoveTeamMember($teamId: ID!, $memberId: ID!) {
    removeTeamMember(teamId: $teamId, memberId: $memberId)
  }
`)
