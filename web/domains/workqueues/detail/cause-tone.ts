import type { Cause, WhyPart } from '#shared/domains/tasks/why/facts.ts'

/** The look of what a cause says: `failed`, `attention`, `running`, `cancelled` or `quiet`. */
export type CauseTone = 'failed' | 'attention' | 'running' | 'cancelled' | 'quiet'

const tones: Partial<Record<Cause['code'], CauseTone>> = {
  failed: 'failed',
  cancelled: 'cancelled',
  running: 'running',
  busy: 'running',
  waits: 'quiet',
  condition: 'quiet',
  upstream: 'quiet',
}

export const toneOf = (cause: Cause): CauseTone => tones[cause.code] ?? 'attention'

/** The colours of a tone, and the status whose mark stands for it. */
const toneLooks: Record<CauseTone, { fg: string; soft: string; mark: string }> = {
  failed: { fg: 'danger', soft: 'danger.soft', mark: 'failed' },
  attention: { fg: 'status.retry.fg', soft: 'status.retry.soft', mark: 'queued' },
  running: { fg: 'status.started.fg', soft: 'status.started.soft', mark: 'started' },
  cancelled: { fg: 'status.cancelled.fg', soft: 'status.cancelled.soft', mark: 'cancelled' },
  quiet: { fg: 'ink.2', soft: 'pressed', mark: 'notstarted' },
}

/** How a cause looks: what is late or waits has a clock, only a retry has the arrow. */
export function lookOfCause(cause: Cause): { fg: string; soft: string; mark: string } {
  const look = toneLooks[toneOf(cause)]
  return cause.code === 'retrying' ? { ...look, mark: 'retry' } : look
}

/**
 * The pieces of the first sentence, and those of what is said beside it: attempts, version and host of a failure.
 */
export function splitCause({ parts }: Cause): { first: readonly WhyPart[]; rest: readonly WhyPart[] } {
  const end = parts.findIndex((part) => part.tone === 'plain' && part.text.startsWith('. '))
  if (end < 0) return { first: parts, rest: [] }
  const [stop, ...rest] = parts.slice(end)
  return { first: parts.slice(0, end), rest: [{ ...stop!, text: stop!.text.slice(2) }, ...rest] }
}

/** The task that a cause of a run is about; undefined when it names none. */
export function taskOfCause<Task extends { id: string }>(
  { action, parts }: Pick<Cause, 'action' | 'parts'>,
  tasks: readonly Task[],
): Task | undefined {
  const id = action?.taskId ?? parts.find(({ taskId }) => taskId !== undefined)?.taskId
  return tasks.find((task) => task.id === id)
}
