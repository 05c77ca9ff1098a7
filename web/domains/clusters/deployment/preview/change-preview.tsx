import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { Suspense, useState, type ReactNode } from 'react'
import { pollingText, replicaText } from '#shared/domains/clusters/change-words.ts'
import { restartOf } from '#shared/domains/clusters/changes.ts'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { pollersNow } from '#shared/domains/queues/polling.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { useNow } from '#web/lib/use-time.ts'
import { DeploymentChanges } from '#web/ui/display/deployment-changes.tsx'
import { useDeploymentType } from '../deployment-pollers.tsx'
import type { PreviewedChange } from './config-changes.ts'

/**
 * What a save would change, before it is applied: field by field, what restarts, and who polls the alias now. It stays on
 * the screen while the form is edited.
 */
export function ChangePreview({
  change: { changes, replicas },
  workerId,
  alias,
  manifest,
  disabled,
  onDiscard,
  apply,
}: {
  change: PreviewedChange
  workerId: string | null
  alias: string
  /** The manifest before and after; it is rendered on request. */
  manifest: ReactNode
  disabled: boolean
  onDiscard(): void
  /** The button that applies the changes. */
  apply: ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  const type = useDeploymentType(workerId)
  const restart = replicaText(restartOf(changes), replicas.before, replicas.after)
  return (
    <chakra.section
      aria-label={texts.preview}
      position="sticky"
      bottom="0"
      zIndex="docked"
      mt="3.5"
      mx={{ base: '-4', sm: '0' }}
      px="3.5"
      py="3"
      bg="surface"
      borderWidth={{ base: '1px 0 0', sm: '1px' }}
      borderColor="accent"
      borderRadius={{ sm: 'lg' }}
      boxShadow="raised"
    >
      <Flex
        gap="3"
        justify="space-between"
        align={{ sm: 'center' }}
        direction={{ base: 'column', sm: 'row' }}
      >
        <Box minW="0" role="status">
          <chakra.h2 fontWeight="semibold">{texts.count(changes.length)}</chakra.h2>
          <Flex wrap="wrap" columnGap="4" color="ink.2" fontVariantNumeric="tabular-nums">
            {restart && <span>{restart}</span>}
            {type && <PollingLine type={type} alias={alias} />}
          </Flex>
        </Box>
        <Flex
          gap="2"
          flexShrink={0}
          css={{
            '& > *': { minHeight: { base: '{sizes.10}', sm: '{sizes.8}' }, flex: { base: 1, sm: 'none' } },
          }}
        >
          <Button variant="ghost" disabled={disabled} onClick={onDiscard}>
            {texts.discard}
          </Button>
          {apply}
        </Flex>
      </Flex>
      <Box mt="2" maxH="min(24dvh, 220px)" overflowY="auto" tabIndex={changes.length > LONG ? 0 : undefined}>
        <DeploymentChanges changes={changes} label={texts.preview} />
      </Box>
      <Box mt="1.5" hideBelow="sm">
        <Button variant="plain" size="sm" px="0" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? texts.hideManifest : texts.manifest}
        </Button>
        {isOpen && (
          <Box mt="1.5">
            <Suspense fallback={<Skeleton height="200px" />}>{manifest}</Suspense>
          </Box>
        )}
      </Box>
    </chakra.section>
  )
}

/** Longer lists scroll by themselves, and need to be reached by the keyboard. */
const LONG = 6

/** Who polls the alias now and what waits for it; nothing until that is known. */
function PollingLine({ type, alias }: { type: string; alias: string }) {
  const now = useNow(10_000)
  const queue = useQueues(type).queues?.find((each) => each.alias === alias)
  if (!queue) return null
  const polling = pollersNow(queue.pollers, now).filter(({ state }) => state === 'polls').length
  return <Box as="span">{pollingText(alias, polling, queue.started ?? 0, queue.queued ?? 0)}</Box>
}
