import { graphql, type ResultOf } from '#web/lib/graphql.ts'

/** A worker as lists show it. */
const workerRow = graphql(`
  fragment WorkerRow on Worker @_unmask {
    id
    name
    type
    status
    teamId
    teamName
  }
`)

/** The fields of the form of a worker, with the version that an edit is based on. */
export const workerFields = graphql(
  `
    fragment WorkerFields on Worker @_unmask {
      ...WorkerRow
      description
      inputs
      outputs
      inputSchema
      version
      updated
      updatedBy
    }
  `,
  [workerRow],
)

/** An alias with its masked secret and its keys: only the read of one worker returns them. */
export const aliasFields = graphql(`
  fragment AliasFields on Alias @_unmask {
    id
    name
    accessKeyId
    secretAccessKey
    unreadable
    queueUrl
    lastPoll
    notesPolls
    privateKeys {
      id
      name
      createdAt
      expiresAt
    }
  }
`)

/** An alias as the page of its worker shows it. */
export type AliasDetail = ResultOf<typeof aliasFields>
export type AliasPrivateKey = AliasDetail['privateKeys'][number]

export const workerListQuery = graphql(
  `
    query WorkerList($page: Int!, $perPage: Int!, $sort: String, $search: String, $showDeleted: Boolean!) {
      workers(page: $page, perPage: $perPage, sort: $sort, search: $search, showDeleted: $showDeleted) {
        total
        rows {
          ...WorkerRow
        }
      }
    }
  `,
  [workerRow],
)

export const workerQuery = graphql(
  `
    query Worker($id: ID!) {
      worker(id: $id) {
        ...WorkerFields
        aliases {
          ...AliasFields
        }
      }
    }
  `,
  [workerFields, aliasFields],
)

/** When the aliases last polled their queues. */
export const workerLivenessQuery = graphql(`
  query WorkerLiveness($id: ID!) {
    worker(id: $id) {
      id
      status
      aliases {
        id
        lastPoll
      }
    }
  }
`)

/** How the attempts of the last 24 hours have ended, by alias. */
export const workerResultsQuery = graphql(`
  query WorkerResults($type: String!) {
    queueAliases(type: $type) {
      alias
      attempts
      successRate
    }
  }
`)

export const createWorkerMutation = graphql(
  `
    mutation CreateWorker($name: String!, $teamId: ID!) {
      createWorker(name: $name, teamId: $teamId) {
        ...WorkerRow
      }
    }
  `,
  [workerRow],
)

export const updateWorkerMutation = graphql(
  `
    mutation UpdateWorker(
      $id: ID!
      $name: String!
      $description: String!
      $inputs: JSON!
      $outputs: JSON!
      $inputSchema: JSON
      $teamId: ID
      $version: Int
    ) {
      updateWorker(
        id: $id
        name: $name
        description: $description
        inputs: $inputs
        outputs: $outputs
        inputSchema: $inputSchema
        teamId: $teamId
        version: $version
      ) {
        ...WorkerFields
      }
    }
  `,
  [workerFields],
)

export const deleteWorkerMutation = graphql(`
  mutation DeleteWorker($id: ID!) {
    deleteWorker(id: $id)
  }
`)
