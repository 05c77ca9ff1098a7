import { Box, Button, Flex } from '@chakra-ui/react'
import { ChevronUp } from 'lucide-react'
import { useMemo } from 'react'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { CauseText } from '#web/domains/tasks/cause.tsx'
import { useTaskFailure } from '#web/domains/tasks/task-failure.ts'
import { lookOfCause, splitCause, taskOfCause, toneOf } from '../cause-tone.ts'
import { CauseAction, FailedActions, type RunBannerProps } from './banner-actions.tsx'
import { BannerFacts } from './banner-facts.tsx'
import { BannerOthers } from './banner-others.tsx'
import { otherCauses, shareOfReason } from './other-causes.ts'

/**
 * What happens in a run, in one sentence, with the one action that fixes it. A failed run offers its restart here and
 * nowhere else. What else is wrong stands below with its own, quiet actions.
 */
export function RunBanner(props: RunBannerProps) {
  const { cause, tasks, causes } = props
  const tone = toneOf(cause)
  const { fg, soft, mark } = lookOfCause(cause)
  const { first, rest } = splitCause(cause)
  const { share, others } = useMemo(() => {
    const task = taskOfCause(cause, tasks)
    return {
      share: shareOfReason(cause, task, tasks, causes),
      others: otherCauses(cause, task, tasks, causes),
    }
  }, [cause, tasks, causes])
  const failed = tone === 'failed' ? (taskOfCause(cause, tasks) ?? props.restarts.failed[0]) : undefined
  const failure = useTaskFailure(failed?.id ?? null)
  return (
    <Banner
      label={runMessages.cause}
      data-banner={tone}
      fg={fg}
      soft={soft}
      mark={mark}
      beside="md"
      actions={
        <Flex gap="2" wrap="wrap" align="center" css={actionsPlace}>
          {tone === 'failed' ? <FailedActions {...props} failure={failure} /> : <CauseAction {...props} />}
        </Flex>
      }
    >
      <Box
        as="p"
        role={tone === 'failed' ? 'alert' : undefined}
        fontSize="md"
        lineHeight="sm"
        overflowWrap="anywhere"
      >
        <CauseText cause={{ ...cause, parts: share ?? first }} onTask={props.onSelect} />
      </Box>
      <BannerFacts {...props} rest={rest} failure={failure} />
      <BannerOthers {...props} others={others} />
      {failed && props.shownTask === null && (
        // Where a task opens as a sheet over the page it opens only on request.
        <Button
          variant="plain"
          data-touch
          hideFrom="lg"
          mt="1"
          truncate
          onClick={() => props.onSelect(failed.id)}
        >
          {runMessages.openFailed(failed.name)} <ChevronUp aria-hidden />
        </Button>
      )}
    </Banner>
  )
}

/**
 * On a phone the actions fill the row, and targets are large; the last line, with the filled one, comes first. None moves
 * or grows when it is known which of them is filled.
 */
const actionsPlace = {
  '&:empty': { display: 'none' },
  smDown: {
    flexWrap: 'wrap-reverse',
    '& > button': { height: '10', flexGrow: 1 },
    '& > [aria-haspopup=menu]': { order: 1, flexGrow: 0, minW: '10' },
  },
}
