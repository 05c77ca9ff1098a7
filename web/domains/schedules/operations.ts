import { graphql, type ResultOf } from '#web/lib/graphql.ts'

/** One time of a schedule, and the run that was started then. */
export const scheduleTime = graphql(`
  fragment ScheduleTime on ScheduleOccurrence @_unmask {
    id
    at
    source
    state
    reason
    text
    by
    decided
    run {
      runId
      status
      started
      ended
    }
  }
`)

/** A schedule as lists show it. */
export const scheduleRow = graphql(
  `
    fragment ScheduleRow on Schedule @_unmask {
      id
      appId
      planId
      planName
      name
      cron
      timeZone
      words
      inputs
      overlap
      state
      next
      createdBy
      paused {
        by
        at
        reason
      }
      missed {
        count
        from
        to
        text
      }
      last {
        ...ScheduleTime
      }
    }
  `,
  [scheduleTime],
)

export const scheduleListQuery = graphql(
  `
    query ScheduleList(
      $page: Int!
      $perPage: Int!
      $sort: String
      $appId: ID
      $planId: ID
      $state: String
      $search: String
    ) {
      schedules(
        page: $page
        perPage: $perPage
        sort: $sort
        appId: $appId
        planId: $planId
        state: $state
        search: $search
      ) {
        total
        counts {
          all
          paused
          missed
        }
        next {
          scheduleId
          name
          at
        }
        rows {
          ...ScheduleRow
        }
      }
    }
  `,
  [scheduleRow],
)

/** The apps in which a plan can run. */
export const scheduleAppsQuery = graphql(`
  query ScheduleApps {
    apps {
      id
      name
    }
  }
`)

export const resumeScheduleMutation = graphql(
  `
    mutation ResumeSchedule($id: ID!) {
      resumeSchedule(id: $id) {
        ...ScheduleRow
      }
    }
  `,
  [scheduleRow],
)

export type ScheduleInList = ResultOf<typeof scheduleRow>
export type ScheduleTime = ResultOf<typeof scheduleTime>
