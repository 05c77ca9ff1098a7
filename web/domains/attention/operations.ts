import { graphql, type ResultOf } from '#web/lib/graphql.ts'

const attentionLinks = graphql(`
  fragment AttentionLinkFields on AttentionLinks @_unmask {
    appId
    workqueueId
    taskId
    groupId
    type
    alias
    workerId
    clusterId
    deploymentId
    planId
    ruleId
    scheduleId
  }
`)

const attentionItem = graphql(
  `
    fragment AttentionItemFields on AttentionItem @_unmask {
      id
      kind
      sentence
      details {
        parts {
          kind
          text
        }
      }
      since
      hurt {
        runs
        tasks
        minutes
      }
      owner {
        userId
        email
      }
      mutedUntil
      closedBefore
      passedBefore
      late {
        name
        ms
        usualMs
        task
        taskMs
        taskUsualMs
        type
        alias
        version
        hostName
        notVersions
        notHosts
      }
      links {
        ...AttentionLinkFields
      }
      actions {
        kind
        label
      }
    }
  `,
  [attentionLinks],
)

const attentionFigure = graphql(`
  fragment AttentionFigureFields on AttentionFigure @_unmask {
    now
    before
    type
    alias
    hours {
      at
      value
    }
    usual {
      low
      high
    }
  }
`)

/** Everything on the Attention screen, of one app or kind or of all. */
export const attentionScreenQuery = graphql(
  `
    query Attention($appId: ID, $kind: String) {
      attention(appId: $appId, kind: $kind) {
        total
        figures {
          running {
            ...AttentionFigureFields
          }
          failed {
            ...AttentionFigureFields
          }
          oldestQueued {
            ...AttentionFigureFields
          }
          waitP95 {
            ...AttentionFigureFields
          }
        }
        items {
          ...AttentionItemFields
        }
        apps {
          appId
          name
          running
          failed
          completed
          cancelled
        }
        closedToday {
          id
          kind
          sentence
          at
          text
          links {
            ...AttentionLinkFields
          }
        }
      }
    }
  `,
  [attentionItem, attentionFigure, attentionLinks],
)

/** What happened since the viewer's last look. */
export const attentionAwayQuery = graphql(`
  query AttentionAway($since: DateTime!) {
    attention(since: $since) {
      away {
        since
        failed
        completed
        opened
        closed
      }
    }
  }
`)

/** Every change of an item of the account. */
export const attentionSubscription = graphql(
  `
    subscription AttentionChanged {
      attention {
        event
        item {
          ...AttentionItemFields
        }
      }
    }
  `,
  [attentionItem],
)

/** The names of the apps, to choose one of. */
export const attentionAppsQuery = graphql(`
  query AttentionApps {
    apps {
      id
      name
    }
  }
`)

export const muteAttentionMutation = graphql(
  `
    mutation MuteAttention($id: ID!, $until: String!) {
      muteAttention(id: $id, until: $until) {
        ...AttentionItemFields
      }
    }
  `,
  [attentionItem],
)

export const unmuteAttentionMutation = graphql(
  `
    mutation UnmuteAttention($id: ID!) {
      unmuteAttention(id: $id) {
        ...AttentionItemFields
      }
    }
  `,
  [attentionItem],
)

export const assignAttentionMutation = graphql(
  `
    mutation AssignAttention($id: ID!, $userId: ID) {
      assignAttention(id: $id, userId: $userId) {
        ...AttentionItemFields
      }
    }
  `,
  [attentionItem],
)

/** Cancels the one run that an item is about. */
export const cancelLateRunMutation = graphql(`
  mutation CancelLateRun($ids: [ID!]!) {
    cancelWorkqueues(ids: $ids) {
      id
      error
    }
  }
`)

/** When a task failed last. */
export const lastFailureQuery = graphql(`
  query LastFailure($state: [String!]) {
    failures(state: $state, page: 1, perPage: 1) {
      rows {
        id
        last
      }
    }
  }
`)

export type AttentionData = ResultOf<typeof attentionScreenQuery>['attention']
export type AttentionRow = AttentionData['items'][number]
export type AttentionFigureData = AttentionData['figures']['running']
export type AttentionAppRow = AttentionData['apps'][number]
export type ClosedRow = AttentionData['closedToday'][number]
export type AwayFacts = NonNullable<ResultOf<typeof attentionAwayQuery>['attention']['away']>

/** What tells the late runs of a plan apart; `search` names the plan. */
export const lateInputsQuery = graphql(`
  query LateInputs($appId: ID!, $search: String!) {
    workqueues(appId: $appId, page: 1, perPage: 50, status: ["started"], stuck: true, search: $search) {
      rows {
        id
        name
        planId
        inputs
      }
    }
  }
`)
