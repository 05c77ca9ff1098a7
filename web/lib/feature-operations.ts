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
