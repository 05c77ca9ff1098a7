import { graphql, type ResultOf } from '#web/lib/graphql.ts'
import type { openFailuresQuery, queuesQuery } from '#web/lib/queues/operations.ts'

/** The apps of the account by name, to choose one of. */
export const appNamesQuery = graphql(`
  query AppNames {
    apps {
      id
      name
    }
  }
`)

/** Hits of the words in the whole account, or runs of one app only. */
export const paletteSearchQuery = graphql(`
  query PaletteSearch($q: String!, $appId: ID) {
    search(q: $q, appId: $appId) {
      kind
      more
      exact
      search
      hits {
        kind
        id
        name
        appId
        sentence
        status
        since
        parentId
      }
    }
  }
`)
export type SearchGroups = ResultOf<typeof paletteSearchQuery>['search']

/**
 * Names that are searched here: those of scripts and schedules, and on a platform without a search all that are in short
 * lists.
 */
export const paletteNamesQuery = graphql(`
  query PaletteNames($all: Boolean!, $schedules: Boolean!) {
    schedules(page: 1, perPage: 200) @include(if: $schedules) {
      rows {
        id
        appId
        name
        planName
        words
        state
        paused {
          reason
        }
      }
    }
    scripts(perPage: 200) {
      rows {
        id
        name
      }
    }
    plans(perPage: 200) @include(if: $all) {
      rows {
        id
        name
      }
    }
    workers(perPage: 200) @include(if: $all) {
      rows {
        id
        name
      }
    }
    teams(perPage: 200) @include(if: $all) {
      rows {
        id
        name
      }
    }
    clusters(perPage: 200) @include(if: $all) {
      rows {
        id
        name
      }
    }
  }
`)
export type PaletteNames = ResultOf<typeof paletteNamesQuery>

/** The run of the page, for what can be done with it. */
export const paletteRunQuery = graphql(`
  query PaletteRun($id: ID!) {
    workqueue(id: $id) {
      id
      name
      status
      taskCounts
    }
  }
`)

/** The failed runs of an app, newest first. */
export const paletteFailedRunsQuery = graphql(`
  query PaletteFailedRuns($appId: ID!) {
    workqueues(appId: $appId, status: ["failed"], perPage: 100) {
      total
      rows {
        id
        name
        status
        taskCounts
      }
    }
  }
`)
export type PaletteRun = ResultOf<typeof paletteRunQuery>['workqueue']

/** What needs attention, in short. */
export const paletteAttentionQuery = graphql(`
  query PaletteAttention {
    attention {
      items {
        id
        kind
        sentence
        since
        mutedUntil
        late {
          name
          task
          ms
          usualMs
        }
        links {
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
        actions {
          kind
          label
        }
      }
    }
  }
`)
export type PaletteItems = ResultOf<typeof paletteAttentionQuery>['attention']['items']

/** What works or fails now, of which the palette searches the words. */
export interface PaletteWork {
  failures: ResultOf<typeof openFailuresQuery>['failures']['rows']
  queues: ResultOf<typeof queuesQuery>['queues']
  schedules: NonNullable<PaletteNames['schedules']>['rows']
}
