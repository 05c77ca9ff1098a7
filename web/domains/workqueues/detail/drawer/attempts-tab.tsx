import type { TabProps } from './task-drawer.tsx'

/** In the making. */
export function AttemptsTab({ task }: TabProps) {
  return <>{task.name}</>
}
