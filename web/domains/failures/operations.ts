import { graphql } from '#web/lib/graphql.ts'

/** A failure as its page and lists show it. */
export const failureFields = graphql(`
  fragment FailureFields on Failure @_unmask {
    id
    title
    type
    state
    first
    last
    runs
    tasks
    apps
    versions
    hosts
    notVersions
    notHosts
    trend
    mutedUntil
    closedAt
    dismissed
    openTasks
    restarted {
      by
      at
    }
    regressedAt
    restartable
    held {
      receiptId
      by
      alias
      tasks
      until
    }
    suggestedAlias {
      alias
      version
    }
    owner {
      userId
      email
    }
    sample {
      appId
      workqueueId
      taskId
      taskName
      alias
      attempt
      at
      reason
    }
  }
`)

export const failureListQuery = graphql(
  `
    query FailureList(
      $page: Int!
      $perPage: Int!
      $sort: String
      $state: [String!]
      $appId: ID
      $type: String
      $search: String
    ) {
      failures(
        page: $page
        perPage: $perPage
        sort: $sort
        state: $state
        appId: $appId
        type: $type
        search: $search
      ) {
        total
        rows {
          ...FailureFields
        }
      }
    }
  `,
  [failureFields],
)

/** How many failures pass these filters. */
export const failureCountQuery = graphql(`
  query FailureCount($state: [String!], $appId: ID, $type: String, $search: String) {
    failures(page: 1, perPage: 1, state: $state, appId: $appId, type: $type, search: $search) {
      total
    }
  }
`)

export const failureQuery = graphql(
  `
    query Failure($id: ID!) {
      failure(id: $id) {
        ...FailureFields
        note
        movable
        repair {
          appId
          workqueueId
          workqueueName
          at
          later
          by
          alias
          version
        }
        restarts {
          by
          at
          aliases
          tasks
          passed
          failed
          running
        }
      }
    }
  `,
  [failureFields],
)

export const failureTasksQuery = graphql(`
  query FailureTasks($id: ID!, $page: Int!, $perPage: Int!, $state: [String!], $restartable: Boolean) {
    failureTasks(id: $id, page: $page, perPage: $perPage, state: $state, restartable: $restartable) {
      total
      rows {
        id
        workqueueId
        workqueueName
        inputs
        appId
        name
        status
        alias
        version
        hostName
        attempt
        tries
        retries
        at
        reason
        waiting
        state
        heldUntil
        repairedAt
        repairedIn
        repairedInputs
        repairedAlias
        repairedVersion
        repairedTries
      }
    }
  }
`)

/** What mends a failure: how many tasks its restart takes up, and the alias that is suggested for them. */
export const failureFixQuery = graphql(`
  query FailureFix($id: ID!) {
    failure(id: $id) {
      id
      suggestedAlias {
        alias
        version
      }
    }
    failureTasks(id: $id, page: 1, perPage: 1, restartable: true) {
      total
    }
  }
`)

export const muteFailureMutation = graphql(
  `
    mutation MuteFailure($id: ID!, $until: String!) {
      muteFailure(id: $id, until: $until) {
        ...FailureFields
      }
    }
  `,
  [failureFields],
)

export const unmuteFailureMutation = graphql(
  `
    mutation UnmuteFailure($id: ID!) {
      unmuteFailure(id: $id) {
        ...FailureFields
      }
    }
  `,
  [failureFields],
)

export const assignFailureMutation = graphql(
  `
    mutation AssignFailure($id: ID!, $userId: ID) {
      assignFailure(id: $id, userId: $userId) {
        ...FailureFields
      }
    }
  `,
  [failureFields],
)

export const closeFailureMutation = graphql(
  `
    mutation CloseFailure($id: ID!) {
      closeFailure(id: $id) {
        ...FailureFields
      }
    }
  `,
  [failureFields],
)

export const noteFailureMutation = graphql(
  `
    mutation NoteFailure($id: ID!, $text: String!) {
      noteFailure(id: $id, text: $text) {
        ...FailureFields
        note
      }
    }
  `,
  [failureFields],
)

/** What the list can be filtered by. */
export const failureChoicesQuery = graphql(`
  query FailureChoices {
    apps {
      id
      name
    }
    taskTypes
  }
`)
