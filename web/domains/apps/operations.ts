import { graphql } from '#web/lib/graphql.ts'

/** The fields of an app that cards, the app shell and the edit dialog show. */
const appFields = graphql(`
  fragment AppFields on App @_unmask {
    id
    name
    description
    version
  }
`)

export const appListQuery = graphql(
  `
    query AppList {
      apps {
        ...AppFields
      }
    }
  `,
  [appFields],
)

export const appQuery = graphql(
  `
    query App($id: ID!) {
      app(id: $id) {
        ...AppFields
      }
    }
  `,
  [appFields],
)

export const createAppMutation = graphql(
  `
    mutation CreateApp($name: String!, $description: String!) {
      createApp(name: $name, description: $description) {
        ...AppFields
      }
    }
  `,
  [appFields],
)

export const updateAppMutation = graphql(
  `
    mutation UpdateApp($id: ID!, $name: String!, $description: String!, $version: Int) {
      updateApp(id: $id, name: $name, description: $description, version: $version) {
        ...AppFields
      }
    }
  `,
  [appFields],
)

/** What the apps of the account run now, and how their runs of the last hours ended. */
export const appHealthQuery = graphql(`
  query AppHealth($hours: Int!) {
    appStats(hours: $hours) {
      appId
      running
      failed
      completed
      cancelled
      oldestQueued
    }
  }
`)
