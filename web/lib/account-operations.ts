import { graphql } from './graphql.ts'

/** What the platform can do. */
export const capabilitiesQuery = graphql(`
  query Capabilities {
    capabilities {
      version
      features
    }
  }
`)

export const ownMembershipQuery = graphql(`
  query OwnMembership($userId: ID!) {
    membership(userId: $userId) {
      id
      role
    }
  }
`)

/** Every team of the account, to choose one of. One page of 9999 holds them all. */
export const teamChoicesQuery = graphql(`
  query TeamChoices {
    teams(page: 1, perPage: 9999) {
      rows {
        id
        name
        namespace
      }
    }
  }
`)
