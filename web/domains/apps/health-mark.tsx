import { Box, Skeleton } from '@chakra-ui/react'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { StaleMark } from '#web/ui/page/stale-mark.tsx'
import { formatClock } from '#web/ui/time/moment.tsx'
import type { AppsHealth } from './use-app-health.ts'

/** The place of the foot of a card until it is read. */
export const HealthPlace = () => <Skeleton height="3" width="full" mt="3" mb="3.5" />

/** When the runs were read; once a read has failed that they may be old, with the button that reads them again. */
export function HealthMark({ readAt, failing, reread }: Pick<AppsHealth, 'readAt' | 'failing' | 'reread'>) {
  const clock = readAt === undefined ? null : formatClock(new Date(readAt))
  if (!failing)
    return clock === null ? null : (
      <Box
        as="span"
        textStyle="xs"
        color="ink.3"
        fontVariantNumeric="tabular-nums"
        title={appMessages.readHint}
      >
        {appMessages.readAt(clock)}
      </Box>
    )
  return (
    <StaleMark
      text={clock === null ? appMessages.notRead : appMessages.staleSince(clock)}
      label={clock === null ? pageMessages.tryAgain : pageMessages.readAgain}
      onReadAgain={reread}
    />
  )
}
