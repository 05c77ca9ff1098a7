/**
 * Many single questions answered by few joint ones. What is asked during one turn of the event loop goes together; so does
 * what is asked while a joint question is under way, so that the busier the process, the more one of them carries.
 */
export interface GatherOptions<Question, Answer> {
  /** Answers in the order of the questions, one each. A rejection is everybody's who asked with it. */
  ask(questions: readonly Question[]): Promise<readonly Answer[]>
  /** Questions of one joint one. */
  most: number
}

interface Waiting<Question, Answer> {
  question: Question
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/** Answers a function for single questions. */
export function createGather<Question, Answer>({
  ask,
  most,
}: GatherOptions<Question, Answer>): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = []
  let busy = false

  async function serve(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
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
