import { shortHost } from '#shared/lib/host-text.ts'
import { canMoveTogether } from '../tasks/rules.ts'
import type { AttentionAction, AttentionItem } from './contract.ts'
import type { AttentionFacts, DeploymentPlace, FailureFacts, QueueFacts } from './facts.ts'
import { attentionMessages as messages } from './messages.ts'

type Offer = Pick<AttentionItem, 'links' | 'actions'>

const action = (kind: AttentionAction['kind'], label: string): AttentionAction => ({ kind, label })

/** What an item leads to, and what fixes it, the best first. `key`: what the item is about. */
export function offersOf(facts: AttentionFacts, key: string): Offer {
  switch (facts.kind) {
    case 'failure':
      return {
        links: {
          appId: facts.appId,
          workqueueId: facts.workqueueId,
          taskId: facts.taskId,
          groupId: key,
          type: facts.type,
          ...deploymentLinks(facts.deployment),
        },
        actions: failureActions(facts),
      }
    case 'queueNobody':
    case 'queueStalled':
    case 'queueGrowing':
      return { links: queueLinks(facts), actions: queueActions(facts) }
    case 'queueService': {
      const { type, alias } = facts
      return { links: { type, alias }, actions: [action('openQueue', messages.openQueue)] }
    }
    case 'runLate': {
      const { appId, workqueueId, planId, task } = facts
      return {
        links: {
          appId,
          workqueueId,
          ...(task === null ? {} : { taskId: task.id }),
          ...(planId ? { planId } : {}),
        },
        actions: [
          task === null ? action('openRun', messages.openRun) : action('openTask', messages.openTask),
          action('cancelRun', messages.cancel),
        ],
      }
    }
    case 'keyExpires': {
      const { workerId, type, alias } = facts
      return {
        links: { workerId, type, alias },
        actions: [action('newKey', messages.newKey), action('openQueue', messages.whoUsesIt)],
      }
    }
    case 'scheduleMissed': {
      const { appId, planId } = facts
      return {
        links: { appId, planId, scheduleId: key },
        actions: [action('openSchedule', messages.openSchedule)],
      }
    }
    case 'deliveryFails':
      return { links: { ruleId: facts.ruleId }, actions: [action('openRule', messages.openRule)] }
    case 'gitRefuses': {
      const { deployment } = facts
      return {
        links: deploymentLinks(deployment),
        actions: deployment ? [action('openDeployment', messages.openDeployment)] : [],
      }
    }
    case 'deploymentIdle': {
      const { workerId, type, alias, deployment } = facts
      return {
        links: { workerId, type, alias, ...deploymentLinks(deployment) },
        actions: [
          action('openDeployment', messages.openDeployment),
          action('startWorker', messages.startWorker),
        ],
      }
    }
  }
}

/** A restart in the same place helps where nothing speaks for another one, and it has not failed again already. */
function failureActions({
  type,
  restartable,
  suggestedAlias,
  restarted,
  movable = true,
}: FailureFacts): AttentionAction[] {
  const open = action('openTask', messages.openTask)
  if (restartable === 0) return [open]
  const restart = action('restartGroup', messages.restart(restartable))
  if (suggestedAlias)
    return [action('restartOnAlias', messages.restartOn(restartable, suggestedAlias.alias)), restart]
  if (restarted) return [open, restart]
  return [
    restart,
    movable && canMoveTogether([{ type }]) ? action('restartOnAlias', messages.otherAlias) : open,
  ]
}

const deploymentLinks = (deployment: DeploymentPlace | null | undefined) =>
  deployment ? { clusterId: deployment.clusterId, deploymentId: deployment.id } : {}

const queueLinks = ({ type, alias, workerId, deployment }: QueueFacts) => ({
  type,
  alias,
  ...(workerId === null ? {} : { workerId }),
  ...deploymentLinks(deployment),
})

/**
 * What can cure a queue: what waits in it moves where workers poll another alias, else the deployment that runs it, else a
 * worker that is started by hand.
 */
function queueActions({ kind, workerId, deployment, gone, movable = true }: QueueFacts): AttentionAction[] {
  const queue = action('openQueue', messages.openQueue)
  const label = gone ? messages.restartHost(shortHost(gone.host)) : messages.openDeployment
  const carrier = deployment ? [action('openDeployment', label)] : []
  if (kind !== 'queueNobody') return [...carrier, queue]
  const start = workerId === null ? [] : [action('startWorker', messages.startWorker)]
  const move = movable ? [action('moveToAlias', messages.moveToAlias)] : []
  return [...move, ...carrier, ...start, queue].slice(0, 2)
}
