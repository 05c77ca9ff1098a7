import type { TabProps } from './task-drawer.tsx'

/** In the making. */
export function LogTab({ task }: TabProps) {
  return <>{task.name}</>
}
