import { Box, Button, Flex } from '@chakra-ui/react'
import { History, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useClient } from 'urql'
import { runFormMessages } from '#shared/domains/workqueues/run-form-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { withoutTypenames } from '#web/lib/json-text.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { lastRunQuery } from '../start-operations.ts'

/** What the initial state begins with: that of the last run, or that of the plan again. */
export function Beginning({
  planId,
  appId,
  changed,
  onState,
  onReset,
}: {
  planId: string
  appId: string | null
  /** Whether the state differs from that of the plan. */
  changed: boolean
  onState(state: unknown): void
  onReset(): void
}) {
  const client = useClient()
  const canRead = useFeature('stats')
  const [reading, setReading] = useState(false)
  const [from, setFrom] = useState<{ id: string; name: string; created: string | null } | null | 'none'>(null)
  const at = from === 'none' ? null : (from?.created ?? null)
  const time = useOfNow(10_000, (now) => (at ? formatMoment(new Date(at), new Date(now)) : ''))
  const fill = async () => {
    if (appId === null) return
    setReading(true)
    const { data, error } = await client
      .query(lastRunQuery, { appId, planId }, { requestPolicy: 'network-only' })
      .toPromise()
    setReading(false)
    if (error) return toast.error(failText(runFormMessages.lastRunFailed, error))
    const run = data?.lastRun ?? null
    setFrom(run ?? 'none')
    if (run) onState(withoutTypenames(run.initialState ?? {}))
  }
  if (!canRead && !changed) return null
  return (
    <Flex gap="2" align="center" wrap="wrap">
      {canRead && (
        <Button
          size="sm"
          minH={{ base: '10', sm: '7' }}
          loading={reading}
          disabled={appId === null}
          onClick={() => void fill()}
        >
          <History /> {runFormMessages.lastRun}
        </Button>
      )}
      {changed && (
        <Button
          size="sm"
          minH={{ base: '10', sm: '7' }}
          variant="ghost"
          onClick={() => {
            setFrom(null)
            onReset()
          }}
        >
          <RotateCcw /> {runFormMessages.reset}
        </Button>
      )}
      <Box color="ink.2" aria-live="polite" overflowWrap="anywhere">
        {from === 'none'
          ? runFormMessages.noRun
          : from !== null &&
            appId !== null && (
              <>
                {runFormMessages.asIn}{' '}
                <TextLink to={paths.workqueue(appId, from.id)} target="_blank" textDecoration="underline">
                  {from.name}
                </TextLink>
                {time && ` ${runFormMessages.of(time)}`}
              </>
            )}
      </Box>
    </Flex>
  )
}
