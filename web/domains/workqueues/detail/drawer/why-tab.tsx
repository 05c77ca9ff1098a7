import type { TabProps } from './task-drawer.tsx'

/** In the making. */
export function WhyTab({ task }: TabProps) {
  return <>{task.name}</>
}
