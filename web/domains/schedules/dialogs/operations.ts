import { graphql } from '#web/lib/graphql.ts'
import { scheduleRow, scheduleTime } from '../operations.ts'

export const scheduleTimesQuery = graphql(
  `
    query ScheduleTimes($id: ID!, $page: Int!, $perPage: Int!) {
      scheduleOccurrences(id: $id, page: $page, perPage: $perPage) {
        total
        rows {
          ...ScheduleTime
        }
      }
    }
  `,
  [scheduleTime],
)

export const backfillPreviewQuery = graphql(`
  query BackfillPreview($id: ID!, $from: DateTime!, $to: DateTime!) {
    backfillPreview(id: $id, from: $from, to: $to) {
      total
      times
      started
    }
  }
`)

export const backfillScheduleMutation = graphql(`
  mutation BackfillSchedule($id: ID!, $from: DateTime!, $to: DateTime!, $concurrency: Int) {
    backfillSchedule(id: $id, from: $from, to: $to, concurrency: $concurrency)
  }
`)

export const pauseScheduleMutation = graphql(
  `
    mutation PauseSchedule($id: ID!, $reason: String!) {
      pauseSchedule(id: $id, reason: $reason) {
        ...ScheduleRow
      }
    }
  `,
  [scheduleRow],
)

export const triggerScheduleMutation = graphql(`
  mutation TriggerSchedule($id: ID!) {
    triggerSchedule(id: $id)
  }
`)
