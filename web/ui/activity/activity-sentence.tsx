import { Box } from '@chakra-ui/react'
import { activityMessages as texts } from '#shared/domains/activity/messages.ts'
import { actSentence } from '#shared/domains/activity/sentence.ts'
import { partsOfAction, queueOfEntity } from '#shared/domains/activity/words.ts'
import type { ActivityRow } from '#web/lib/activity-operations.ts'
import { paths } from '#web/paths.ts'
import { ShortId } from '../display/short-id.tsx'
import { formatMoment } from '../time/moment.tsx'
import { TextLink } from '../page/text-link.tsx'

/** The page of an entity; null for one that is gone or has none. */
export function pageOfEntity({ action, entity, about }: ActivityRow): string | null {
  if (entity === null) return null
  if (partsOfAction(action).kind === 'queue') return paths.queue(...queueOfEntity(entity))
  if (!about) return null
  const { appId, workqueueId, clusterId, planId } = about
  switch (partsOfAction(action).kind) {
    case 'workqueue':
      return appId && paths.workqueue(appId, entity)
    case 'task':
      return appId && workqueueId && paths.workqueue(appId, workqueueId, `?task=${entity}`)
    case 'deployment':
      return clusterId && paths.deployment(clusterId, entity)
    case 'schedule':
      return appId && paths.schedule(appId, entity)
    case 'hook':
      return planId && paths.planHook(planId, entity)
    case 'alert':
      return paths.alertRule(entity)
    case 'collaborator':
      return appId && paths.collaborators(appId)
    case 'receipt':
      return paths.activity(`?receipt=${entity}`)
    case 'membership':
      return paths.account()
    case 'plan':
      return paths.plan(entity)
    case 'app':
      return paths.app(entity)
    case 'worker':
      return paths.worker(entity)
    case 'script':
      return paths.script(entity)
    case 'team':
      return paths.team(entity)
    case 'cluster':
      return paths.cluster(entity)
    case 'failure':
      return paths.failure(entity)
    default:
      return null
  }
}

/** The end of a mute in words; its record has a moment, or `change`. */
function muteEnd({ action, detail }: ActivityRow): string | null {
  if (partsOfAction(action).verb !== 'mute' || detail === null) return null
  return detail === 'change' ? texts.untilChange : texts.until(formatMoment(new Date(detail), new Date()))
}

/** The run that the record is about: others have the same name. */
function runOf({ action, entity, about }: ActivityRow): string | null {
  const { kind } = partsOfAction(action)
  return kind === 'workqueue' ? about && entity : kind === 'task' ? (about?.workqueueId ?? null) : null
}

/** `restarted the task Charge cards, on canary`: what was done, with a link to the entity. */
export function ActivitySentence({
  row,
  here,
  toReceipt,
}: {
  row: ActivityRow
  /** The entity that is on the screen already: no link leads to it. */
  here?: string
  /** The address of a receipt, where that is not the screen of all activity. */
  toReceipt?(id: string): string
}) {
  const { entity, action } = row
  const { before, name, after } = actSentence({ ...row, detail: muteEnd(row) ?? row.detail }, here)
  const isReceipt = partsOfAction(action).kind === 'receipt'
  const run = runOf(row)
  const page = isReceipt && toReceipt && entity && row.about ? toReceipt(entity) : pageOfEntity(row)
  return (
    <Box as="span" overflowWrap="anywhere">
      {row.result === 'refused' && (
        <Box as="span" color="danger">
          {`${texts.refused}: `}
        </Box>
      )}
      {before}
      {page && name !== '' && entity !== here ? (
        <TextLink to={page} fontWeight="medium">
          {name}
        </TextLink>
      ) : (
        name
      )}
      {after !== '' && (
        <Box as="span" color="ink.2">
          {after}
        </Box>
      )}
      {run && run !== here && (
        <Box as="span" color="ink.3">
          {' '}
          <ShortId id={run} />
        </Box>
      )}
    </Box>
  )
}
