import { roughDuration } from '#shared/lib/time-text.ts'
import { rateText, spanText } from '../queues/words.ts'
import { DEFAULT_ALIAS } from '../tasks/constants.ts'
import type { AttentionLine, AttentionPart } from './contract.ts'
import type { QueueFacts } from './facts.ts'
import { attentionMessages as messages } from './messages.ts'
import { countText, linesOf, namesText, strongPart, textPart, timePart } from './parts.ts'

/** What is wrong with a queue; spans are those of `now`. */
export function queueSentence(facts: QueueFacts, now: number): string {
  const { kind, type, alias, rates, polling } = facts
  const queue = `${type} · ${alias}`
  if (kind === 'queueNobody') return messages.nobody(queue)
  if (kind === 'queueStalled')
    return messages.stalled(queue, spanText(now - startedNoneSince(facts)), polling)
  const short = alias === DEFAULT_ALIAS ? type : queue
  return rates && rates.net > 0
    ? messages.growing(short, rateText(rates.net))
    : messages.growingUnknown(short)
}

/** Since when no task was started, although one waits. */
function startedNoneSince({ oldest, lastOut }: QueueFacts): number {
  return Math.max(Date.parse(oldest), lastOut === null ? 0 : Date.parse(lastOut))
}

/** How many wait, since when and in which apps; then what is behind it. */
export function queueDetails(facts: QueueFacts, now: number): AttentionLine[] {
  const { kind, apps } = facts
  const where = apps.length === 0 ? '' : ` · ${namesText(apps)}`
  const about =
    kind === 'queueNobody' ? lastPollText(facts, now) : kind === 'queueGrowing' ? flowText(facts) : ''
  const waiting = [
    strongPart(`${facts.queued.toLocaleString('en')}${facts.more ? '+' : ''} queued`),
    textPart(`${runsText(facts)}${about}, oldest ${ageText(facts.oldest, now)}${where}`),
  ]
  return linesOf(waiting, kind === 'queueNobody' ? carrier(facts) : hosts(facts))
}

/** `, 16 workqueues wait`; one of them needs no count. */
const runsText = ({ runs = 0 }: QueueFacts) => (runs > 1 ? `, ${countText(runs, 'workqueue')} wait` : '')

const ageText = (at: string, now: number) => roughDuration(Math.max(0, now - Date.parse(at)))

/** `, last poll never`, `, last poll 13 m ago`. */
export function lastPollText({ lastPoll }: Pick<QueueFacts, 'lastPoll'>, now: number): string {
  return `, last poll ${lastPoll === null ? 'never' : `${ageText(lastPoll, now)} ago`}`
}

const flowText = ({ rates }: QueueFacts) =>
  rates === null ? '' : `, ${rateText(rates.in)} in, ${rates.out > 0 ? rateText(rates.out) : 'none'} out`

/** What would have to poll the queue, or has polled it last. */
function carrier({ made, deployment, gone }: QueueFacts): AttentionPart[] {
  const carried = deployment ? `the deployment on ${deployment.cluster} carries it` : ''
  if (gone !== null)
    return [textPart(`${gone.host} polled last, at `), timePart(gone.at), textPart(carried && `; ${carried}`)]
  if (made === null) return [textPart('No worker has this type and alias')]
  return [textPart('Alias made '), timePart(made), textPart(`; ${carried || 'no deployment carries it'}`)]
}

/** Who still polls; of those that stopped the last one. */
function hosts({ polling, pollers, gone }: QueueFacts): AttentionPart[] {
  if (gone === null)
    return polling === 0
      ? []
      : [textPart(`${countText(polling, 'host')} ${polling === 1 ? 'polls' : 'poll'}`)]
  const stopped = pollers - polling
  return stopped === 1
    ? [textPart(`1 of ${countText(pollers, 'host')}, ${gone.host}, stopped polling at `), timePart(gone.at)]
    : [
        textPart(`${stopped} of ${pollers} hosts stopped polling, the last one, ${gone.host}, at `),
        timePart(gone.at),
      ]
}
