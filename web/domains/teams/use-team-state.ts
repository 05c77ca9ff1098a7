import { useMemo } from 'react'
import { teamMessages as texts } from '#shared/domains/teams/messages.ts'
import { useOpenFailuresByType } from '#web/lib/failures/use-open-failures.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'

/** What the workers of a team do now, each text empty for nothing: what calls for a look, and their tasks. */
export interface TeamState {
  bad: string
  work: string
}

/** The state of a team by its namespace; null until the queues are read, and on a platform that does not tell them. */
export function useTeamStates(): (namespace: string) => TeamState | null {
  const { queues } = useQueues()
  const failures = useOpenFailuresByType()
  return useMemo(
    () => (namespace) => {
      if (!queues) return null
      const prefix = `task.${namespace}.`
      const own = queues.filter(({ type }) => type.startsWith(prefix))
      const unpolled = own.filter(({ verdict }) => verdict.code === 'nobody').length
      const failing = [...failures].reduce(
        (sum, [type, rows]) => sum + (type.startsWith(prefix) ? rows.length : 0),
        0,
      )
      const sum = (key: 'queued' | 'started') => own.reduce((total, queue) => total + (queue[key] ?? 0), 0)
      return {
        bad: texts.bad({ failing, unpolled }),
        work: texts.work({ running: sum('started'), waiting: sum('queued') }),
      }
    },
    [queues, failures],
  )
}
