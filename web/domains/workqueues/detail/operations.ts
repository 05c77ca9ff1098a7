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

export const workqueueDetailQuery = graphql(
  `
    query WorkqueueDetail($id: ID!) {
      workqueue(id: $id) {
        ...WorkqueueProgress
        planId
        rerunOf
        parentTaskId
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
  [workqueueProgress, taskRow],
)

/** A workqueue with its tasks, as its page shows it. */
export type WorkqueueDetail = ResultOf<typeof workqueueDetailQuery>['workqueue']

/** Only the state: a platform may leave it out of live events. */
export const workqueueStateQuery = graphql(`
  query WorkqueueState($id: ID!) {
    workqueue(id: $id) {
      id
      state
    }
  }
`)

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
