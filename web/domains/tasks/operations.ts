import { graphql } from '#web/lib/graphql.ts'

/** The fields of a task that change while it runs: those of live events and of the answers to a restart. */
const taskProgress = graphql(`
  fragment TaskProgress on Task @_unmask {
    id
    status
    attempt
    tries
    round
    alias
    version
    hostName
    queued
    started
    ended
    wait
    retryTime
    progress
    reason
    conditionText
    due
    late
    updatedBy
  }
`)

/**
 * The fields of a task in its workqueue. The graph, the table and the source dialog get whole tasks, and the
 * merges keep or replace whole tasks: a new field is added only here or to `TaskProgress`.
 */
export const taskRow = graphql(
  `
    fragment TaskRow on Task @_unmask {
      ...TaskProgress
      name
      type
      aliasType
      depends
      condition
      continueOnError
      inputs
      outputs
      retry
      timeoutMs
      expectedMs
      deadlineMs
      onDeadline
      created
    }
  `,
  [taskProgress],
)

export const workqueueTasksSubscription = graphql(
  `
    subscription WorkqueueTasksLive($appId: ID!, $id: ID!) {
      workqueueTasks(appId: $appId, id: $id) {
        ...TaskProgress
      }
    }
  `,
  [taskProgress],
)

const logLine = graphql(`
  fragment LogLine on LogEntry @_unmask {
    id
    taskId
    attempt
    timestamp
    level
    message
    stacktrace
  }
`)

export const workqueueLogsQuery = graphql(
  `
    query WorkqueueLogs($workqueueId: ID!) {
      workqueueLogs(workqueueId: $workqueueId) {
        ...LogLine
      }
    }
  `,
  [logLine],
)

/** One page of the log of a workqueue, before a known entry. */
export const earlierLogsQuery = graphql(
  `
    query EarlierLogs($workqueueId: ID!, $before: ID!, $limit: Int!) {
      workqueueLogs(workqueueId: $workqueueId, before: $before, limit: $limit) {
        ...LogLine
      }
    }
  `,
  [logLine],
)

export const workqueueLogsSubscription = graphql(
  `
    subscription WorkqueueLogsLive($appId: ID!, $id: ID!) {
      workqueueLogs(appId: $appId, id: $id) {
        ...LogLine
      }
    }
  `,
  [logLine],
)

export const restartTaskMutation = graphql(
  `
    mutation RestartTask($id: ID!) {
      restartTask(id: $id) {
        ...TaskProgress
      }
    }
  `,
  [taskProgress],
)

export const restartTaskWithAliasMutation = graphql(
  `
    mutation RestartTaskWithAlias($id: ID!, $alias: String!) {
      restartTaskWithAlias(id: $id, alias: $alias) {
        ...TaskProgress
      }
    }
  `,
  [taskProgress],
)

export const restartTaskFromMutation = graphql(
  `
    mutation RestartTaskFrom($id: ID!, $reason: String!) {
      restartTaskFrom(id: $id, reason: $reason) {
        ...TaskProgress
      }
    }
  `,
  [taskProgress],
)

export const completeTaskMutation = graphql(
  `
    mutation CompleteTask($id: ID!, $reason: String!, $outputs: JSON) {
      completeTask(id: $id, reason: $reason, outputs: $outputs) {
        ...TaskProgress
      }
    }
  `,
  [taskProgress],
)

export const skipTaskMutation = graphql(
  `
    mutation SkipTask($id: ID!, $reason: String!) {
      skipTask(id: $id, reason: $reason) {
        ...TaskProgress
      }
    }
  `,
  [taskProgress],
)

export const taskAliasesQuery = graphql(`
  query TaskAliases($type: String!) {
    taskAliases(type: $type)
  }
`)
