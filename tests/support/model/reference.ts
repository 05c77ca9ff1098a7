import type { TaskDefinition, TaskStatus } from '#shared/domains/tasks/contract.ts'
import type { Definition, WorkqueueStatus } from '#shared/domains/workqueues/contract.ts'

/**
 * A second implementation of the rules of a run, written from their description and not from the engine:
 * without counters and lists of dependents. After every event it repeats a scan of all tasks until none
 * changes.
 */
export interface ReferenceTask {
  definition: TaskDefinition
  isErrorTask: boolean
  status: TaskStatus
  attempt: number
  triesLeft: number
  seen: unknown
}

type State = Record<string, unknown>

export class Reference {
  readonly tasks = new Map<string, ReferenceTask>()
  readonly state: State
  status: WorkqueueStatus = 'notstarted'
  private readonly entries: readonly string[]

  constructor(definition: Definition) {
    this.state = structuredClone(definition.initialState ?? {})
    this.entries = definition.firstTasks ?? []
    for (const task of definition.tasks) {
      this.tasks.set(task.name, {
        definition: task,
        isErrorTask: definition.errorTasks?.includes(task.name) ?? false,
        status: 'notstarted',
        attempt: 0,
        triesLeft: 0,
        seen: null,
      })
    }
    this.begin()
  }

  /** The current attempt succeeds or fails, as the task's `failures` say. */
  attemptEnds(name: string): void {
    const task = this.expect(name, 'started')
    if (!attemptFails(task.definition, task.attempt)) {
      task.status = 'ended'
      this.write(name, task)
    } else if (task.triesLeft > 0) {
      task.triesLeft--
      task.status = 'retry'
    } else task.status = 'failed'
    this.settle()
  }

  retryDue(name: string): void {
    this.start(this.expect(name, 'retry'))
    this.settle()
  }

  cancel(): void {
    if (this.status !== 'notstarted' && this.status !== 'started') throw new Error('cancelled after its end')
    this.status = 'cancelled'
    for (const task of this.tasks.values()) {
      if (['notstarted', 'queued', 'started', 'retry'].includes(task.status)) task.status = 'skipped'
    }
  }

  restart(name: string): void {
    const task = this.expect(name, 'failed')
    if (this.status === 'cancelled' || this.status === 'notstarted')
      throw new Error('restarted without effect')
    this.status = 'started'
    if (!task.isErrorTask)
      for (const other of this.tasks.values()) if (other.isErrorTask) other.status = 'notstarted'
    task.triesLeft = task.definition.retry?.max ?? 0
    this.start(task)
    this.settle()
  }

  /** A person ends a task that is not running; without a result it is skipped. */
  endByHand(name: string, result: Record<string, unknown> | null): void {
    const task = this.tasks.get(name)!
    if (!['queued', 'retry', 'failed'].includes(task.status) || this.status === 'cancelled')
      throw new Error(`${name} is ${task.status} in a ${this.status} run`)
    const wasFatal = isFatal(task)
    task.status = result ? 'ended' : 'skipped'
    task.attempt++
    if (result) {
      this.state.x = { ...(this.state.x as State), [name]: result.value }
      this.state.last = result.last
    }
    if (wasFatal && !this.some(isFatal)) {
      this.status = 'started'
      for (const other of this.tasks.values()) if (other.isErrorTask) other.status = 'notstarted'
    }
    this.settle()
    if (this.some(isActive)) this.status = 'started'
  }

  /** Runs an ended task again, with everything that comes after it. */
  restartFrom(name: string): void {
    const task = this.expect(name, 'ended')
    this.status = 'started'
    if (!task.isErrorTask)
      for (const other of this.tasks.values()) if (other.isErrorTask) other.status = 'notstarted'
    for (const other of this.after(task)) other.status = 'notstarted'
    task.triesLeft = task.definition.retry?.max ?? 0
    this.start(task)
    this.settle()
  }

  private after(task: ReferenceTask): ReferenceTask[] {
    const found = new Set<ReferenceTask>([task])
    for (let size = 0; size < found.size;) {
      size = found.size
      for (const other of this.tasks.values())
        for (const name of other.definition.depends ?? []) {
          const on = this.tasks.get(name)!
          if (found.has(on) && !(other.isErrorTask && !on.isErrorTask)) found.add(other)
        }
    }
    return [...found].filter((other) => other !== task)
  }

  private begin(): void {
    for (const task of this.tasks.values()) {
      const free = !task.definition.depends?.length
      if (
        this.entries.length > 0 &&
        free &&
        !task.isErrorTask &&
        !this.entries.includes(task.definition.name)
      )
        task.status = 'skipped'
    }
    this.settle()
  }

  private settle(): void {
    while (this.step()) continue
    if (this.status === 'cancelled' || this.some(isActive)) return
    if (this.some(isFatal)) this.status = 'failed'
    else {
      for (const task of this.tasks.values()) if (task.status === 'notstarted') task.status = 'skipped'
      this.status = 'completed'
    }
  }

  /** Changes one task that can change; false when none can. */
  private step(): boolean {
    const failing = this.some(isFatal)
    const ordinaryAtWork = this.some((task) => !task.isErrorTask && isActive(task))
    for (const task of this.tasks.values()) {
      if (task.status !== 'notstarted') continue
      if (task.isErrorTask ? !failing || ordinaryAtWork : failing) continue
      if (!this.dependenciesMet(task)) continue
      const condition = task.definition.condition
      if (condition !== undefined && condition !== null && !truth(condition, this.state))
        task.status = 'skipped'
      else {
        task.triesLeft = task.definition.retry?.max ?? 0
        this.start(task)
      }
      return true
    }
    return false
  }

  private dependenciesMet(task: ReferenceTask): boolean {
    return (task.definition.depends ?? []).every((name) => {
      const on = this.tasks.get(name)!
      if (task.isErrorTask && !on.isErrorTask) return true
      if (on.status === 'failed') return on.definition.continueOnError === true
      return on.status === 'ended' || on.status === 'skipped'
    })
  }

  private start(task: ReferenceTask): void {
    task.status = 'started'
    task.attempt++
    task.seen = lookUp(String(task.definition.inputs?.seen).replace('$state.', ''), this.state) ?? null
    if (this.status === 'notstarted') this.status = 'started'
  }

  private write(name: string, { definition, seen }: ReferenceTask): void {
    const value = definition.inputs?.value
    this.state.x = { ...(this.state.x as State), [name]: value }
    this.state.seen = { ...(this.state.seen as State), [name]: seen }
    this.state.last = name
  }

  private expect(name: string, status: TaskStatus): ReferenceTask {
    const task = this.tasks.get(name)
    if (task?.status !== status) throw new Error(`${name} should be ${status}, is ${task?.status}`)
    return task
  }

  private some(test: (task: ReferenceTask) => boolean): boolean {
    return [...this.tasks.values()].some(test)
  }
}

/** Like the test's executor: a task fails in the attempts that its inputs name. */
export function attemptFails(task: Pick<TaskDefinition, 'inputs'>, attempt: number): boolean {
  return Array.isArray(task.inputs?.failures) && task.inputs.failures.includes(attempt)
}

const isActive = ({ status }: ReferenceTask) => ['queued', 'started', 'retry'].includes(status)

const isFatal = ({ status, isErrorTask, definition }: ReferenceTask) =>
  status === 'failed' && !isErrorTask && definition.continueOnError !== true

const lookUp = (path: string, state: State): unknown =>
  path.split('.').reduce<unknown>((at, part) => (at as State | undefined)?.[part], state)

/** Only the types that the random conditions use: numbers, booleans, null and lists of them. */
function truth(condition: unknown, state: State): boolean {
  return Boolean(valueOf(condition, state))
}

function valueOf(part: unknown, state: State): unknown {
  const node = part as {
    and?: unknown[]
    or?: unknown[]
    in?: [unknown, unknown[]]
    var?: string | [string, unknown]
  }
  if (node?.and) return node.and.every((each) => truth(each, state))
  if (node?.or) return node.or.some((each) => truth(each, state))
  if (node?.in) return node.in[1].some((each) => each === valueOf(node.in![0], state))
  if (node?.var) {
    const [path, fallback] = typeof node.var === 'string' ? [node.var, null] : node.var
    return lookUp(path, state) ?? fallback
  }
  return part
}
