import { graphql } from './graphql.ts'

export const ownMembershipQuery = graphql(`
  query OwnMembership($userId: ID!) {
    membership(userId: $userId) {
      id
      role
    }
  }
`)
