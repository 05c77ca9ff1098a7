import { Box, Flex, Skeleton } from '@chakra-ui/react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { planMessages } from '#shared/domains/plans/messages.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import { formatJson } from '#web/lib/json-text.ts'
import { CodeDiff } from '#web/ui/editor/code-diff.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { ChoiceMenu } from '#web/ui/form/choice-menu.tsx'
import { planRevisionQuery } from '../operations.ts'
import type { PlanDetail } from './use-plan-text.ts'

/** Versions that are offered one by one. */
const OFFERED = 50
const TEXT = 'text'

/** What differs between a version and another one, by default the one before it, or the text in the editor. */
export function VersionDiff({
  plan,
  version,
  content,
  text,
}: {
  plan: PlanDetail
  version: number
  content: JsonObject
  /** The unsaved text in the editor; null: none. */
  text: string | null
}) {
  const [chosen, setChosen] = useState<string | null>(null)
  const other = chosen === null || chosen === String(version) ? String(Math.max(1, version - 1)) : chosen
  const isText = other === TEXT && text !== null
  const [{ data, error, fetching }, reread] = useQuery({
    query: planRevisionQuery,
    variables: { id: plan.id, version: isText ? version : Number(other) },
    pause: isText,
  })
  const shown = formatJson(contentOf(content))
  const against = isText
    ? text
    : fetching || !data
      ? null
      : formatJson(contentOf(data.planRevision as JsonObject))
  // The older one is on the left.
  const isNewer = isText || Number(other) > version
  const [left, right] = isNewer ? [shown, against ?? ''] : [against ?? '', shown]
  return (
    <>
      <Flex align="center" wrap="wrap" gap="2" mb="2">
        <Box fontWeight="semibold">{planMessages.version(version)}</Box>
        <ChoiceMenu
          label={planMessages.comparedWith}
          none={planMessages.previous}
          value={chosen === String(version) ? null : chosen}
          onChange={setChosen}
          choices={choicesOf(plan, version, text !== null)}
        />
      </Flex>
      {error && !isText ? (
        <FailedState
          message={failText(planMessages.loadVersionFailed, error)}
          onRetry={() => reread({ requestPolicy: 'network-only' })}
        />
      ) : against === null ? (
        <Skeleton height={height} borderRadius="md" role="status" aria-label="Loading version" />
      ) : (
        <Box borderWidth="1px" borderRadius="md" overflow="hidden" position="relative">
          {left === right && (
            <Box px="3.5" py="2" color="ink.2" borderBottomWidth="1px">
              {other === String(version) ? planMessages.firstVersion : planMessages.sameVersions}
            </Box>
          )}
          <CodeDiff
            label={planMessages.versionOf(plan.name, version)}
            language="json"
            height={height}
            left={left}
            right={right}
          />
        </Box>
      )}
    </>
  )
}

const height = 'min(52vh, 480px)'

/** What a version has of its own in every row is no difference. */
function contentOf({
  version: _version,
  updated: _updated,
  updatedBy: _by,
  ...content
}: JsonObject): JsonObject {
  return content
}

function choicesOf({ version: current }: PlanDetail, version: number, hasText: boolean) {
  const newest = current ?? version
  const versions = Array.from({ length: Math.min(OFFERED, newest) }, (_, index) => newest - index)
  const listed = versions.filter((each) => each !== version)
  return [
    ...(hasText ? [{ value: TEXT, label: planMessages.yourText }] : []),
    ...listed.map((each) => ({
      value: String(each),
      label: `${planMessages.version(each)}${each === current ? ` (${planMessages.present})` : ''}`,
    })),
  ]
}
