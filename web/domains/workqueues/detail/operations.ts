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
    traceId
    due
    late
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
        scheduleId
        scheduledFor
        hookId
        parentTaskId
        note {
          text
          by
          at
        }
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
        expectedMs
        deadlineMs
        onDeadline
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

/** The note, written by other people too. Only on a platform with `notes`. */
export const workqueueNoteSubscription = graphql(`
  subscription WorkqueueNoteLive($appId: ID!, $id: ID!) {
    workqueue(appId: $appId, id: $id) {
      id
      note {
        text
        by
        at
      }
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

/** A run's note after it was written; null when it was removed. */
export const noteWorkqueueMutation = graphql(`
  mutation NoteWorkqueue($id: ID!, $text: String!) {
    noteWorkqueue(id: $id, text: $text) {
      id
      note {
        text
        by
        at
      }
    }
  }
`)

/** The name of the schedule that has started a run. */
export const scheduleNameQuery = graphql(`
  query ScheduleName($id: ID!) {
    schedule(id: $id) {
      id
      name
    }
  }
`)

/** The name and the plan of the start address that has started a run. */
export const hookNameQuery = graphql(`
  query HookName($id: ID!) {
    hook(id: $id) {
      id
      name
      planId
    }
  }
`)
