import { graphql, type ResultOf } from '#web/lib/graphql.ts'

const viewFields = graphql(`
  fragment ViewFields on View @_unmask {
    id
    name
    screen
    query
    columns
    widths
    sort
    shared
    editable
    owner {
      email
    }
  }
`)

export type SavedView = ResultOf<typeof viewFields>

/** The own and the shared views of a screen, the oldest first. */
export const viewsQuery = graphql(
  `
    query Views($screen: String!) {
      views(screen: $screen) {
        ...ViewFields
      }
    }
  `,
  [viewFields],
)

export const createViewMutation = graphql(
  `
    mutation CreateView(
      $screen: String!
      $name: String!
      $query: String!
      $columns: [String!]
      $widths: JSON
      $shared: Boolean
    ) {
      createView(
        screen: $screen
        name: $name
        query: $query
        columns: $columns
        widths: $widths
        shared: $shared
      ) {
        ...ViewFields
      }
    }
  `,
  [viewFields],
)

export const updateViewMutation = graphql(
  `
    mutation UpdateView(
      $id: ID!
      $name: String
      $query: String
      $columns: [String!]
      $widths: JSON
      $shared: Boolean
    ) {
      updateView(id: $id, name: $name, query: $query, columns: $columns, widths: $widths, shared: $shared) {
        ...ViewFields
      }
    }
  `,
  [viewFields],
)

export const deleteViewMutation = graphql(`
  mutation DeleteView($id: ID!) {
    deleteView(id: $id)
  }
`)
