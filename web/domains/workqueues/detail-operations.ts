import { graphql } from '#web/lib/graphql.ts'
import { taskRow } from '../tasks/operations.ts'

/** What changes of a run while it goes on, but for its state. */
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

/** The state alone: live events carry it only where the platform chooses to. */
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
