import type { TabProps } from './task-drawer.tsx'

/** In the making. */
export function PayloadTab({ task }: TabProps) {
  return <>{task.name}</>
}
