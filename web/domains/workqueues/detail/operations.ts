import { graphql, type ResultOf } from '#web/lib/graphql.ts'
import { taskRow } from '#web/domains/tasks/operations.ts'

/** The fields of a workqueue that change while it runs, except its state. */
const workqueueProgress = graphql(`
  fragment WorkqueueProgress on Workqueue @_unmask {
    id
    appId
    name
    description
    tags
    status
    created
    started
    ended
  }
`)

/**
 * Who changed a workqueue last, and what a platform with the feature `attempts` counts of it; null on others. Not in all live
 * events.
 */
const workqueueFigures = graphql(`
  fragment WorkqueueFigures on Workqueue @_unmask {
    id
    updatedBy
    activeMs
    activeSince
    restarts
    children {
      total
      failed
      running
      cancelled
    }
  }
`)

export const workqueueDetailQuery = graphql(
  `
    query WorkqueueDetail($id: ID!) {
      workqueue(id: $id) {
        ...WorkqueueProgress
        ...WorkqueueFigures
        planId
        plan {
          id
          version
        }
        rerunOf
        parentTaskId
        parent {
          workqueueId
          taskId
        }
        createdBy
        initialState
        state
        outputsDef
        firstTasks
        errorTasks
        tasks {
          ...TaskRow
        }
      }
    }
  `,
  [workqueueProgress, workqueueFigures, taskRow],
)

/** A workqueue with its tasks, as its page shows it. */
export type WorkqueueDetail = ResultOf<typeof workqueueDetailQuery>['workqueue']

/** Only the state and the figures, which a platform may leave out of live events. */
export const workqueueStateQuery = graphql(
  `
    query WorkqueueState($id: ID!) {
      workqueue(id: $id) {
        ...WorkqueueFigures
        state
      }
    }
  `,
  [workqueueFigures],
)

export const workqueueSubscription = graphql(
  `
    subscription WorkqueueLive($appId: ID!, $id: ID!) {
      workqueue(appId: $appId, id: $id) {
        ...WorkqueueProgress
      }
    }
  `,
  [workqueueProgress],
)
