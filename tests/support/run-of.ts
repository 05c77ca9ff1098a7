import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'
import type { RunEvent } from '#server/platform/engine/events.ts'
import {
  latestAttempt,
  type KeptAttempt,
  type PastAttempt,
} from '#server/platform/engine/history/past-attempt.ts'
import { newRun } from '#server/platform/engine/run.ts'
import { snapshotOf, type Snapshot } from '#server/platform/engine/snapshot.ts'
import { transition, type Transition } from '#server/platform/engine/transition.ts'

export type TaskSketch = Partial<TaskDefinition>

type Distribute<Event> = Event extends { at: number } ? Omit<Event, 'at' | 'taskId' | 'attempt'> : never

/** A run in memory that events change; tasks are identified by name. Holder 1 executes built-in tasks. */
export class RunOf {
  snapshot: Snapshot
  last: Transition | null = null
  /** The attempts that others have followed, as they would be stored. */
  readonly past: KeptAttempt[] = []
  at = 1000
  readonly holder: number | null

  constructor(tasks: Record<string, TaskSketch>, more: Partial<Definition> = {}, holder: number | null = 1) {
    this.holder = holder
    const definition: Definition = {
      name: 'run',
      tasks: Object.entries(tasks).map(([name, task]) => ({ name, type: 'task.workforce.noop', ...task })),
      ...more,
    }
    const options = { accountId: 'account', appId: 'app', actor: 'ada@test' }
    this.snapshot = snapshotOf(newRun('run', definition, options, this.at, null))
    this.move({ type: 'begin' } as RunEvent)
  }

  get run() {
    return this.snapshot.run
  }

  /** `name status` of every task, in order. */
  get statuses(): Record<string, string> {
    return Object.fromEntries(this.run.tasks.map((task) => [task.name, task.status]))
  }

  task(name: string) {
    const task = this.run.tasks.find((each) => each.name === name)
    if (!task) throw new Error(`no task ${name}`)
    return task
  }

  /** Every attempt of a task, oldest first. */
  attempts(name: string): PastAttempt[] {
    const task = this.task(name)
    const past = this.past.filter(({ taskId }) => taskId === task.id)
    const latest = latestAttempt(task, this.run.createdBy, past.at(-1)?.number ?? 0)
    return latest ? [...past, latest] : past
  }

  /** Applies one event, 10 ms later; returns why it was refused, or null. */
  move(event: Omit<RunEvent, 'at'>): string | null {
    this.at += 10
    this.last = transition(this.snapshot, [{ ...event, at: this.at } as RunEvent], this.holder)
    this.snapshot = this.last.snapshot
    this.past.push(...this.last.changes.past)
    return this.last.outcomes[0]?.message ?? null
  }

  /** An event of the current attempt of a task. */
  on(name: string, event: Distribute<RunEvent>): string | null {
    const { id, attempt } = this.task(name)
    return this.move({ taskId: id, attempt, ...event } as RunEvent)
  }

  end(name: string, result = {}): string | null {
    return this.on(name, { type: 'ended', result })
  }

  fail(name: string, reason = 'broken'): string | null {
    return this.on(name, { type: 'failed', reason })
  }

  restart(name: string, alias?: string): string | null {
    return this.move({
      type: 'restart',
      taskId: this.task(name).id,
      actor: 'bob@test',
      ...(alias ? { alias } : {}),
    } as RunEvent)
  }

  /** Restarts a task with what comes after it. */
  restartFrom(name: string): string | null {
    return this.on(name, { type: 'restart', actor: 'bob@test', downstream: true })
  }

  complete(name: string, outputs = {}, actor = 'bob@test'): string | null {
    return this.on(name, { type: 'complete', actor, reason: 'done by phone', outputs })
  }

  skip(name: string, actor = 'bob@test'): string | null {
    return this.on(name, { type: 'skip', actor, reason: 'not needed' })
  }

  cancel(): string | null {
    return this.move({ type: 'cancel', actor: 'bob@test' } as RunEvent)
  }
}
