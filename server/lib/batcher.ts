/**
 * Answers many single calls by few batches. Calls in one turn of the event loop form a batch, and so do calls during
 * a running batch. So the batches grow with the load.
 */
export interface BatcherOptions<Question, Answer> {
  /** Answers in the order of the questions, one each. A rejection rejects every call of the batch. */
  ask(questions: readonly Question[]): Promise<readonly Answer[]>
  /** Largest batch. */
  maxBatch: number
}

interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Returns the function for single calls. */
export function createBatcher<Question, Answer>({
  ask,
  maxBatch,
}: BatcherOptions<Question, Answer>): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let busy = false

  async function serve(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatch)
      waiting = waiting.slice(maxBatch)
      try {
        const answers = await ask(batch.map(({ question }) => question))
        batch.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    busy = false
  }

  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (busy) return
      busy = true
      setImmediate(() => void serve())
    })
}

/** Runs for several callers: those that come during a run share the next one, which begins after their calls. */
export function createSharedRun(run: () => Promise<void>): () => Promise<void> {
  const share = createBatcher<null, null>({
    async ask(callers) {
      await run()
      return callers
    },
    maxBatch: Infinity,
  })
  return async () => void (await share(null))
}
