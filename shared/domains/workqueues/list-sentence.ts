import type { WhyCode } from '../tasks/why/contract.ts'
import type { WhyPart } from '../tasks/why/facts.ts'

/** As far as it is used here, a regular expression with the flag `d`. */
interface Form {
  exec(text: string): RegExpExecArray | null
}

/**
 * The forms of the sentences that name a task or a reason, by their code. The group `name` is the name of a task or of a
 * queue, `reason` the reason of a failure, `attempts` how often it was tried and by which `worker`.
 */
const forms: Partial<Record<WhyCode, readonly Form[]>> = {
  failed: [
    /^(?<name>.+?) failed(?:: (?<reason>.+?))?(?:, and \d+ more)?(?<attempts>\. Attempts [\d/]+(?: on (?<worker>.+))?)?$/ds,
  ],
  retrying: [/^(?<name>.+?) retries(?: in [^:(]+?| now)?(?: \(\d+ of \d+\))?(?:: (?<reason>.+))?$/ds],
  late: [/^Late: runs .+? of it in (?<name>.+)$/ds, /^Late: (?!runs )(?<name>.+?) runs .+$/ds],
  nobody: [/^Waiting: nobody polls (?<name>.+?)(?:, last poll .+)?$/ds],
  running: [/^(?<name>.+?) and \d+ more run$/ds, /^(?<name>.+?) runs(?: for .+)?$/ds],
}

const tones = { name: 'name', reason: 'reason', worker: 'code' } as const

/** A piece of a sentence; `isDetail`: of what a narrow place leaves out. */
export type SentencePart = WhyPart & { isDetail?: true }

/**
 * The pieces of a sentence as the platform answers it, as plain text: the names of tasks, the reason and the worker.
 * A sentence of another form is one plain piece. The texts of the pieces together are the sentence.
 */
export function sentenceParts({ code, text }: { code: string; text: string }): SentencePart[] {
  const found = forms[code as WhyCode]?.map((form) => form.exec(text)).find((match) => match !== null)
  const details = found?.indices?.groups?.['attempts']?.[0] ?? text.length
  const parts: SentencePart[] = []
  let from = 0
  const add = (to: number, tone: WhyPart['tone']) => {
    if (to <= from) return
    const part = { text: text.slice(from, to), tone }
    parts.push(from < details ? part : { ...part, isDetail: true })
    from = to
  }
  for (const key of ['name', 'reason', 'worker'] as const) {
    const span = found?.indices?.groups?.[key]
    if (!span) continue
    add(Math.min(details, span[0]), 'plain')
    add(span[0], 'plain')
    add(span[1], tones[key])
  }
  add(details, 'plain')
  add(text.length, 'plain')
  return parts
}
