import { Box, Button, Flex, Grid, Skeleton } from '@chakra-ui/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { restoredPlan } from '#shared/domains/plans/rules.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { formatJson } from '#web/lib/json-text.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { planRevisionQuery, planRevisionsQuery } from '../operations.ts'
import { RevisionList } from './revision-list.tsx'
import type { PlanDetail } from './use-plan-text.ts'

/** Revisions per page of the list. */
const PER_PAGE = 10

/** The revisions of a plan: shows one at a time and restores it into the editor as an unsaved change. */
export function HistoryDialog({
  plan,
  dirty,
  onRestore,
  onClose,
}: {
  plan: PlanDetail
  /** Whether restoring replaces unsaved changes. */
  dirty: boolean
  /** Receives the text for the editor. */
  onRestore(text: string): void
  onClose(): void
}) {
  const [page, setPage] = useState(1)
  const list = useLastRead(planRevisionsQuery, { id: plan.id, page, perPage: PER_PAGE })
  const [selected, select] = useState<number | null>(null)
  const version = selected ?? plan.version ?? 1
  const [{ data, error, fetching }, reread] = useQuery({
    query: planRevisionQuery,
    variables: { id: plan.id, version },
  })
  const content = fetching ? null : ((data?.planRevision ?? null) as JsonObject | null)
  const restore = () => content && onRestore(formatJson(restoredPlan(plan.source as JsonObject, content)))
  const failure = list.failure ?? error
  return (
    <Dialog
      title={planMessages.history}
      open
      onClose={onClose}
      size="xl"
      footer={
        <>
          <Button onClick={onClose}>{planMessages.close}</Button>
          <Button variant="solid" disabled={!content || version === plan.version} onClick={restore}>
            {planMessages.restore}
          </Button>
        </>
      }
    >
      <Box color="ink.2" mb="3">
        {dirty ? planMessages.restoreReplaces : planMessages.restoreHint}
      </Box>
      {failure ? (
        <FailedState
          message={failText(planMessages.loadHistoryFailed, failure)}
          onRetry={() => {
            list.reread()
            reread({ requestPolicy: 'network-only' })
          }}
        />
      ) : (
        <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: '260px minmax(0, 1fr)' }} gap="3.5">
          <RevisionList
            revisions={list.data?.planRevisions}
            current={plan.version}
            selected={version}
            onSelect={select}
            page={page}
            perPage={PER_PAGE}
            onPage={setPage}
          />
          <Flex direction="column" minW="0">
            {content ? (
              <CodeEditor
                label={planMessages.versionOf(plan.name, version)}
                language="json"
                readOnly
                height={height}
                value={formatJson(content)}
              />
            ) : (
              <Skeleton height={height} borderRadius="md" role="status" aria-label="Loading version" />
            )}
          </Flex>
        </Grid>
      )}
    </Dialog>
  )
}

const height = 'min(56vh, 520px)'
