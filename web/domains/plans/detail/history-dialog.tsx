import { Box, Button, Flex, Grid, Skeleton } from '@chakra-ui/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { restoredPlan } from '#shared/domains/plans/rules.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { formatJson } from '#web/lib/json-text.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { planRevisionQuery, planRevisionsQuery } from '../operations.ts'
import { SaveImpact } from './impact.tsx'
import { RevisionList } from './revision-list.tsx'
import type { PlanDetail } from './use-plan-text.ts'
import { VersionDiff } from './version-diff.tsx'

/** Revisions per page of the list. */
const PER_PAGE = 10

/** The versions of a plan: shows what differs between any two, saves one again, or takes it into the editor. */
export function HistoryDialog({
  plan,
  text,
  dirty,
  restoring,
  onEdit,
  onRestore,
  onClose,
}: {
  plan: PlanDetail
  /** The text in the editor. */
  text: string
  /** Whether restoring discards unsaved changes. */
  dirty: boolean
  restoring: boolean
  /** Receives the text for the editor. */
  onEdit(text: string): void
  /** Saves the content of a version. */
  onRestore(body: JsonObject): void
  onClose(): void
}) {
  const [page, setPage] = useState(1)
  const list = useLastRead(planRevisionsQuery, { id: plan.id, page, perPage: PER_PAGE })
  const [selected, select] = useState<number | null>(null)
  const [asking, setAsking] = useState(false)
  const version = selected ?? plan.version ?? 1
  const [{ data, error, fetching }, reread] = useQuery({
    query: planRevisionQuery,
    variables: { id: plan.id, version },
  })
  const content = fetching ? null : ((data?.planRevision ?? null) as JsonObject | null)
  const body = content && restoredPlan(plan.source as JsonObject, content)
  const failure = list.failure ?? error
  const isCurrent = version === plan.version
  return (
    <Dialog
      title={planMessages.history}
      open
      onClose={onClose}
      size="xl"
      footer={
        <>
          <Button onClick={onClose}>{planMessages.close}</Button>
          <IfMayChange>
            <Button
              disabled={!body || (isCurrent && !dirty)}
              title={dirty ? planMessages.toEditorReplaces : undefined}
              onClick={() => body && onEdit(formatJson(body))}
            >
              {planMessages.toEditor}
            </Button>
            <Button variant="solid" disabled={!body || isCurrent} onClick={() => setAsking(true)}>
              {planMessages.restore}
            </Button>
          </IfMayChange>
        </>
      }
    >
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
              <VersionDiff plan={plan} version={version} content={content} text={dirty ? text : null} />
            ) : (
              <Skeleton
                height="min(56vh, 520px)"
                borderRadius="md"
                role="status"
                aria-label="Loading version"
              />
            )}
          </Flex>
        </Grid>
      )}
      <ConfirmDialog
        title={planMessages.restoreTitle(version)}
        text={
          asking && (
            <>
              {planMessages.restoreText(version)}
              {dirty && (
                <Box as="span" display="block" mt="2" color="ink">
                  {planMessages.restoreReplaces}
                </Box>
              )}
            </>
          )
        }
        impact={asking && <SaveImpact plan={plan} edited={content} />}
        confirmLabel={planMessages.restore}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => body && onRestore(body)}
        submitting={restoring}
      />
    </Dialog>
  )
}
