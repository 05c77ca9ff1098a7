import { roughDuration } from '#shared/lib/time-text.ts'
import { DAY_MS } from '../workers/rules.ts'
import type { AttentionItem } from './contract.ts'
import type {
  AttentionFacts,
  DeliveryFacts,
  GitFacts,
  IdleDeploymentFacts,
  KeyFacts,
  MissedScheduleFacts,
  QueueServiceFacts,
} from './facts.ts'
import { failureDetails } from './failure-text.ts'
import { describeLateRun } from './late-text.ts'
import { attentionMessages as messages } from './messages.ts'
import { countText, linesOf, strongPart, textPart, timePart } from './parts.ts'
import { lastPollText, queueDetails, queueSentence } from './queue-text.ts'

type Described = Pick<AttentionItem, 'sentence' | 'details'>

/**
 * The sentence of an item and the lines below it. Spans that grow, such as the age of the oldest task, are those of `now`:
 * in a live event those of the last change.
 */
export function describeItem(facts: AttentionFacts, now: number): Described {
  switch (facts.kind) {
    case 'failure':
      return { sentence: facts.title, details: failureDetails(facts) }
    case 'queueNobody':
    case 'queueStalled':
    case 'queueGrowing':
      return { sentence: queueSentence(facts, now), details: queueDetails(facts, now) }
    case 'queueService':
      return queueService(facts)
    case 'runLate':
      return describeLateRun(facts, now)
    case 'keyExpires':
      return privateKey(facts, now)
    case 'deploymentIdle':
      return idleDeployment(facts, now)
    case 'gitRefuses':
      return unpublished(facts)
    case 'scheduleMissed':
      return missedSchedule(facts)
    case 'deliveryFails':
      return failedDelivery(facts)
  }
}

function queueService({ service, reason, queues, tasks, more }: QueueServiceFacts): Described {
  const waiting =
    tasks === 0
      ? 'no task waits'
      : `${countText(tasks, 'task waits', 'tasks wait')}${more ? ' at least' : ''}`
  return {
    sentence: messages.service(service, reason),
    details: linesOf([
      strongPart(countText(queues, 'queue')),
      textPart(` · ${waiting} · it is tried again by itself, and nothing is lost`),
    ]),
  }
}

function privateKey({ alias, expires, made, hosts, lastPoll }: KeyFacts, now: number): Described {
  const used =
    lastPoll === null
      ? [textPart('Never used')]
      : [
          textPart(hosts === 0 ? 'Last used ' : `Used by ${countText(hosts, 'host')}, last `),
          timePart(lastPoll),
        ]
  if (expires === null)
    return {
      sentence: messages.keyOld(alias, Math.floor((now - Date.parse(made)) / DAY_MS)),
      details: linesOf([...used, textPart(' · made '), timePart(made)]),
    }
  const left = Date.parse(expires) - now
  const days = Math.floor(left / DAY_MS)
  return {
    sentence:
      left <= 0
        ? messages.keyExpired(alias)
        : messages.keyExpires(alias, days === 0 ? roughDuration(left) : countText(days, 'day')),
    details: linesOf([
      ...used,
      ...(left <= 0
        ? [textPart(' · without a new one reports are refused, since '), timePart(expires)]
        : [textPart(' · without a new one reports are refused from '), timePart(expires), textPart(' on')]),
    ]),
  }
}

function idleDeployment(facts: IdleDeploymentFacts, now: number): Described {
  const { worker, deployment, type, alias, replicas, tag } = facts
  return {
    sentence: messages.idle(worker, deployment.cluster),
    details: linesOf([
      strongPart(countText(replicas, 'replica')),
      textPart(` of ${tag} for ${type} · ${alias}${lastPollText(facts, now)}`),
    ]),
  }
}

function unpublished({ count, reason, deployment }: GitFacts): Described {
  const where = deployment && count === 1 ? ` on ${deployment.cluster}` : ''
  return {
    sentence: messages.unpublished(reason),
    details: linesOf([
      strongPart(countText(count, 'deployment')),
      textPart(`${where} · it is tried again by itself, and no change is lost`),
    ]),
  }
}

function missedSchedule({ schedule, plan, app, count, from, to, instead }: MissedScheduleFacts): Described {
  const times = count === 1 ? [timePart(to)] : [timePart(from), textPart(' to '), timePart(to)]
  const after =
    instead === null
      ? [textPart(', nothing was started in its place')]
      : [textPart(', '), timePart(instead), textPart(' was started instead')]
  return {
    sentence: messages.missed(schedule, count),
    details: linesOf([textPart(`${plan} in ${app} · no platform was running: `), ...times, ...after]),
  }
}

function failedDelivery({ rule, target, error, tries, at }: DeliveryFacts): Described {
  return {
    sentence: messages.undelivered(rule, messages.targets[target]),
    details: linesOf([
      textPart(`Given up after ${countText(tries, 'try', 'tries')} at `),
      timePart(at),
      textPart(`: ${error}`),
    ]),
  }
}
