import { graphql } from './graphql.ts'

/** Every team of the account, to choose one of (spec section 9: 9999 at most). */
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
