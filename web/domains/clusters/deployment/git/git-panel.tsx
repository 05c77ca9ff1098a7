import { Box, Button, Flex, Skeleton } from '@chakra-ui/react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { gitopsMessages as texts, shortCommit } from '#shared/domains/clusters/gitops-messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useRegularRead } from '#web/lib/queues/use-queues.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { StaleNote } from '#web/ui/page/stale-note.tsx'
import { ExactTime, RelativeTime } from '#web/ui/time/moment.tsx'
import { deploymentPublicationQuery, publishDeploymentMutation } from './operations.ts'
import { PublicationState } from './publication-state.tsx'

type Publication = ResultOf<typeof deploymentPublicationQuery>['deploymentPublication']

/** A change is published within seconds. */
const SOON_MS = 2000

/** Whether the repository of Flux has a deployment, and why not. */
export function GitPanel({ id }: { id: string }) {
  const variables = useMemo(() => ({ id }), [id])
  const read = useRegularRead(deploymentPublicationQuery, variables)
  const again = useAction(publishDeploymentMutation, { failure: texts.againFailed })
  const publication = read.data?.deploymentPublication
  const isSoon = publication?.state === 'pending' && publication.reason === null
  const reread = useEffectEvent(read.reread)
  useEffect(() => {
    if (!isSoon) return
    const timer = setInterval(() => document.hidden || reread(), SOON_MS)
    return () => clearInterval(timer)
  }, [isSoon])
  const isFailing = publication !== undefined && publication.reason !== null
  return (
    <Box mb="3.5">
      <Panel
        title={texts.title}
        aside={
          <Flex align="center" gap="3">
            <StaleNote {...read} onReadAgain={read.reread} />
            {isFailing && (
              <IfMayChange>
                <Button
                  variant="outline"
                  loading={again.running}
                  onClick={() => void again.run({ id }).then((done) => done && read.reread())}
                >
                  {texts.again}
                </Button>
              </IfMayChange>
            )}
          </Flex>
        }
      >
        {publication ? (
          <Told publication={publication} />
        ) : (
          !read.failing && <Skeleton height="20px" data-pending />
        )}
      </Panel>
    </Box>
  )
}

function Told({ publication }: { publication: Publication }) {
  const { state, path, changes, commit, at, reason, since, nextTry, found } = publication
  return (
    <Flex direction="column" gap="1.5" overflowWrap="anywhere">
      <Flex wrap="wrap" align="center" columnGap="3" rowGap="1">
        <PublicationState state={state} reason={null} />
        {state !== 'published' && (changes ?? 0) > 0 && (
          <Box color="ink.2">{texts.waiting(changes ?? 0)}</Box>
        )}
        {commit !== null && (
          <Box color="ink.2">
            {texts.last}{' '}
            <Box as="span" textStyle="mono" title={commit}>
              {shortCommit(commit)}
            </Box>
            {', '}
            <RelativeTime value={at} />
          </Box>
        )}
        <Box textStyle="mono" color="ink.2" whiteSpace="normal" wordBreak="break-all">
          {path}
        </Box>
      </Flex>
      {reason !== null && (
        <Box role="status">
          <Box as="span" color="danger">
            {reason}
          </Box>
          {since !== null && (
            <Box as="span" color="ink.2">
              {` · ${texts.failing} `}
              <ExactTime value={since} />
              {nextTry !== null && (
                <>
                  {` · ${texts.nextTry} `}
                  <ExactTime value={nextTry} />
                </>
              )}
            </Box>
          )}
        </Box>
      )}
      {found && (
        <Box color="ink.2">
          {found.rewritten === true ? texts.rewritten : texts.found(found.commit, found.author)}
        </Box>
      )}
    </Flex>
  )
}
