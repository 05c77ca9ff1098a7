import { markOfTask, workerOfType } from '#shared/domains/tasks/rules.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'

/**
 * What the row of a task says: its reason, or what its log says last. Below a heading with its reason only what that does
 * not say: the last line that differs, a reason with other numbers, or nothing.
 */
export function rowWords(
  { reason }: Pick<TaskDetail, 'reason'>,
  lines: readonly string[],
  heading: string | null,
): string | undefined {
  if (!reason) return lines.at(-1)
  if (heading === null) return reason
  const isSame = (line: string) => line.includes(reason) || reason.includes(line)
  const other = lines.findLast((line) => !isSame(line))
  return other ?? (reason === heading ? undefined : reason)
}

/** The simple input whose values differ most between the tasks; null when all are alike. */
export function keyInput(tasks: readonly TaskDetail[]): string | null {
  const values = new Map<string, Set<unknown>>()
  for (const task of tasks) {
    for (const [name, value] of Object.entries(inputsOf(task))) {
      if (value === null || typeof value === 'object') continue
      const known = values.get(name)
      if (known) known.add(value)
      else values.set(name, new Set([value]))
    }
  }
  let [best, most]: [string | null, number] = [null, 1]
  for (const [name, { size }] of values) if (size > most) [best, most] = [name, size]
  return best
}

/** `shard=112`; empty where the task has no such input. */
export function inputText(task: TaskDetail, name: string | null): string {
  const value = name === null ? undefined : inputsOf(task)[name]
  return value === undefined ? '' : `${name}=${String(value)}`
}

function inputsOf({ inputs }: TaskDetail): Record<string, unknown> {
  return typeof inputs === 'object' && inputs !== null ? (inputs as Record<string, unknown>) : {}
}

/** Where the tasks ran: `search 0.9.2 on 3 hosts`, `both on search-3`; empty where it is not known. */
export function placeWords(tasks: readonly TaskDetail[]): string {
  const versions = [...new Set(tasks.flatMap(({ version }) => version ?? []))]
  const hosts = [...new Set(tasks.flatMap(({ hostName }) => hostName ?? []))]
  const type = tasks[0]?.type ?? ''
  const worker = workerOfType(type)
  const version =
    versions.length === 1 ? `${worker} ${versions[0]}` : versions.length > 1 && `${versions.length} versions`
  const all = tasks.length === 2 ? 'both' : tasks.length > 2 && 'all'
  const host =
    hosts.length === 1 ? [all, `on ${hosts[0]}`].filter(Boolean).join(' ') : `on ${hosts.length} hosts`
  return [version, hosts.length > 0 && host].filter(Boolean).join(hosts.length === 1 && version ? ', ' : ' ')
}

/** Whether a task has the searched words in its name, reason or input. */
export function isFound(task: TaskDetail, search: string, input: string | null): boolean {
  const text = `${task.name} ${task.reason ?? ''} ${inputText(task, input)}`.toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** The tasks with a mark; with null all. */
export function withMark(tasks: readonly TaskDetail[], mark: string | null): readonly TaskDetail[] {
  return mark === null ? tasks : tasks.filter((task) => markOfTask(task) === mark)
}

/** The first `count` tasks, and the selected one wherever it stands. */
export function firstOf(
  tasks: readonly TaskDetail[],
  count: number,
  selected: string | null,
): readonly TaskDetail[] {
  if (tasks.length <= count) return tasks
  return tasks.filter((task, index) => index < count || task.id === selected)
}
