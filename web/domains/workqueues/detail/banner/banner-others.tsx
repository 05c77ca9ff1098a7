import { Button, chakra } from '@chakra-ui/react'
import { CauseText } from '#web/domains/tasks/cause.tsx'
import { BETWEEN_FACTS } from '#web/ui/display/facts.tsx'
import { StatusIcon } from '#web/ui/display/status.tsx'
import { lookOfCause } from '../cause-tone.ts'
import { CauseAction, type RunBannerProps } from './banner-actions.tsx'
import type { OtherCause } from './other-causes.ts'

/**
 * Below the facts of a run: what else is wrong in it, one line each, with the name that leads to the task and the action
 * that fixes it. Failures have theirs in common, beside the sentence.
 */
export function BannerOthers({ others, ...props }: RunBannerProps & { others: readonly OtherCause[] }) {
  const { onSelect } = props
  if (others.length === 0) return null
  return (
    <chakra.ul mt="1" display="grid" gap="0.5" listStyleType="none">
      {others.map(({ task, cause }) => (
        <chakra.li key={task.id} display="flex" gap="1.5" alignItems="baseline" overflowWrap="anywhere">
          <chakra.span flexShrink="0" alignSelf="flex-start" mt="0.5" color={lookOfCause(cause).fg}>
            <StatusIcon status={lookOfCause(cause).mark} />
          </chakra.span>
          <span>
            <CauseText cause={cause} onTask={onSelect} />
            {!cause.parts.some(({ taskId }) => taskId !== undefined) && (
              <>
                {BETWEEN_FACTS}
                <Button variant="plain" data-touch onClick={() => onSelect(task.id)}>
                  {task.name}
                </Button>
              </>
            )}
            {cause.code !== 'failed' && (
              <>
                {/* A space hangs at the end of a line; a margin would indent an action that begins one. */}
                {'\u2002'}
                <CauseAction {...props} cause={cause} isQuiet />
              </>
            )}
          </span>
        </chakra.li>
      ))}
    </chakra.ul>
  )
}
