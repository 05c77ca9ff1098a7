import { Flex, Grid, Stack } from '@chakra-ui/react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { useQueryState } from '#web/lib/query-string.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { failText } from '#web/ui/feedback/error-text.ts'
import { DetailSkeleton } from '#web/ui/page/use-detail.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { MoveToAliasDialog } from './move-to-alias-dialog.tsx'
import { failureQuery, failureTasksQuery } from './operations.ts'
import { FailureActions } from './page/failure-actions.tsx'
import { FailureBanner } from './page/failure-banner.tsx'
import { FailureNote } from './page/failure-note.tsx'
import { FailureTasks } from './page/failure-tasks.tsx'
import { DeploymentPanel, NewestFailure, WherePanel } from './page/failure-places.tsx'
import { formatTasksParams, parseTasksParams } from './page/tasks-params.ts'
import { RestartDialog } from './restart-dialog.tsx'
import { FailureStateBadge, HeldBadge } from './state-badge.tsx'
import { useHeldRestart } from './use-held-restart.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'

// Loaded lazily: most failures were never restarted.
const RestartHistory = lazyPart(
  async () => (await import('./page/restart-history.tsx')).RestartHistory,
  () => null,
)

/** A failure: what failed, where and where not, its tasks, and what fixes it. */
export function FailurePage() {
  const id = useParams()['failureId']!
  return <Failure key={id} id={id} />
}

function Failure({ id }: { id: string }) {
  const [query, change] = useQueryState(parseTasksParams, formatTasksParams)
  const read = useLastRead(failureQuery, { id })
  const { page, perPage, state } = query
  const tasks = useLastRead(failureTasksQuery, { id, page, perPage, ...(state && { state: [state] }) })
  const failed = useLastRead(failureTasksQuery, { id, page: 1, perPage: 1, restartable: true })
  const { readAt, failing } = useRegularReread([read, tasks, failed])
  const rereadAll = () => [read, tasks, failed].forEach((each) => each.rereadInBackground())
  const { restart, held } = useHeldRestart({ onHeld: rereadAll, onChanged: rereadAll })
  const [asked, setAsked] = useState<'restart' | 'move' | null>(null)
  const close = () => setAsked(null)
  // What mends it stands before what is decided about it.
  const isPhone = useNarrowerThan(PHONE_PX)
  const failure = read.data?.failure
  const above = [
    { label: texts.dashboard, to: paths.dashboard() },
    { label: texts.attention, to: paths.attention() },
    { label: texts.title, to: paths.failures() },
  ]
  if (!failure) {
    const away = read.failure && failText(texts.loadFailed, read.failure)
    return <DetailSkeleton title={texts.one} detail={{ away, reread: read.reread, above }} />
  }
  return (
    <>
      <PageHead
        crumbs={[...above, { label: texts.one }]}
        copy={copied.failure(failure)}
        title={failure.title}
        badge={
          <>
            <FailureStateBadge state={failure.state} />
            {failure.held && <HeldBadge until={failure.held.until} />}
            <ReadTime
              readAt={readAt}
              failing={failing}
              onReadAgain={() => [read, tasks, failed].forEach((each) => each.reread())}
            />
          </>
        }
        actions={!isPhone && <FailureActions failure={failure} />}
      />
      <Stack gap="3.5">
        <FailureBanner
          failure={failure}
          // What another page has read before may be done by now.
          restartable={failed.readAt === null ? null : (failed.data?.failureTasks.total ?? null)}
          held={held.has(id)}
          onRestart={() => setAsked('restart')}
          onMove={() => setAsked('move')}
          onChanged={rereadAll}
        />
        {isPhone && (
          <Flex gap="2" wrap="wrap">
            <FailureActions failure={failure} />
          </Flex>
        )}
        {failure.restarts && failure.restarts.length > 0 && <RestartHistory restarts={failure.restarts} />}
        <Grid
          templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' }}
          gap="3.5"
          alignItems="start"
        >
          <FailureTasks
            read={tasks}
            query={query}
            onChange={change}
            reason={failure.sample?.reason ?? null}
          />
          <Stack gap="3.5" order={{ base: -1, lg: 0 }}>
            <WherePanel failure={failure} />
            <NewestFailure sample={failure.sample} />
            <FailureNote id={id} note={failure.note} />
            <DeploymentPanel type={failure.type} alias={failure.sample?.alias ?? ''} />
          </Stack>
        </Grid>
      </Stack>
      {asked === 'restart' && (
        <RestartDialog failureId={id} title={failure.title} onRestart={restart} onClose={close} />
      )}
      {asked === 'move' && <MoveToAliasDialog work={{ failureId: id }} onMove={restart} onClose={close} />}
    </>
  )
}
