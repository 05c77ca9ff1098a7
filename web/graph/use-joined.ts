import { useMemo } from 'react'
import type { Fold } from './fold.ts'
import { joinNeighbours } from './join.ts'
import type { NodeTask } from './node-store.ts'

/** In a larger workflow nothing is joined: its states change too often. */
const MOST_JOINED = 300

/** Neighbours of one state, which one node stands for in a narrow canvas; the same while none changes its state. */
export function useJoined(
  tasks: readonly NodeTask[],
  apart: ReadonlySet<string>,
  enabled = true,
): readonly Fold[] {
  const joined = useMemo(
    () => (enabled && tasks.length <= MOST_JOINED ? joinNeighbours(tasks, apart) : none),
    [tasks, apart, enabled],
  )
  const key = joined.map(({ taskIds }) => taskIds.join(' ')).join('\n')
  // oxlint-disable-next-line react/exhaustive-deps -- The key stands for the tasks of each.
  return useMemo(() => joined, [key])
}

const none: readonly Fold[] = []
