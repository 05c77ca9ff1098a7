import { Box, Button, Dialog as ChakraDialog, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { DialogFrame } from '#web/ui/dialog/dialog.tsx'
import { CONFLICT_TITLE } from '#web/ui/dialog/unsaved-changes.tsx'
import { CodeDiff } from '#web/ui/editor/code-diff.tsx'
import { Segments } from '#web/ui/form/segments.tsx'
import type { PlanDetail } from './use-plan-text.ts'

/** The three sides of a clash: what the edit began with, what is stored now, and the edit. */
export interface Clash {
  base: PlanDetail
  theirs: PlanDetail
  mine: string
}

type Side = 'theirs' | 'mine' | 'merge'

/** Shows what both have changed since the same version, and saves one of them or what was merged by hand. */
export function ClashDialog({
  clash,
  saving,
  onClose,
  onLoad,
  onSave,
}: {
  clash: Clash
  saving: boolean
  onClose(): void
  /** Takes theirs and discards the edit. */
  onLoad(): void
  /** Saves a text over theirs. */
  onSave(text: string): void
}) {
  const { base, theirs, mine } = clash
  const [side, setSide] = useState<Side>('theirs')
  const [merged, setMerged] = useState(mine)
  const [baseText, theirText] = [formatJson(base.source), formatJson(theirs.source)]
  // The content of the version that a kept draft began with is not known any more.
  const isBaseKnown = base.version !== theirs.version && baseText !== theirText
  const sides = [
    { value: 'theirs' as const, label: planMessages.theirChanges },
    { value: 'mine' as const, label: planMessages.yourChanges },
    { value: 'merge' as const, label: planMessages.merge },
  ].filter(({ value }) => isBaseKnown || value === 'merge')
  const shown = isBaseKnown ? side : 'merge'
  const isMerging = shown === 'merge' && merged !== mine
  const canSave = !saving && !('reason' in parseJsonObject(isMerging ? merged : mine))
  return (
    <DialogFrame
      title={CONFLICT_TITLE}
      open
      onClose={onClose}
      size="xl"
      role="alertdialog"
      closable={!saving}
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button data-danger onClick={onLoad} disabled={saving}>
            {planMessages.loadTheirs}
          </Button>
          <Button
            variant="solid"
            loading={saving}
            disabled={!canSave}
            onClick={() => onSave(isMerging ? merged : mine)}
          >
            {isMerging ? planMessages.saveMerged : planMessages.keepMine}
          </Button>
        </>
      }
    >
      <ChakraDialog.Body>
        <Flex wrap="wrap" align="center" justify="space-between" gap="3" mb="3">
          <ChakraDialog.Description color="ink.2">
            {planMessages.clashText(theirs.version, base.version)}
          </ChakraDialog.Description>
          {sides.length > 1 && (
            <Segments<Side> label={planMessages.clashView} options={sides} value={shown} onChange={setSide} />
          )}
        </Flex>
        {shown === 'merge' && (
          <Box color="ink.2" mb="2">
            {planMessages.mergeHint}
          </Box>
        )}
        <Box borderWidth="1px" borderRadius="md" overflow="hidden">
          <CodeDiff
            key={shown}
            height="min(52vh, 520px)"
            language="json"
            label={sides.find(({ value }) => value === shown)?.label ?? planMessages.merge}
            {...textsOf(shown, { baseText, theirText, mine, merged })}
            onChange={shown === 'merge' ? setMerged : undefined}
          />
        </Box>
      </ChakraDialog.Body>
    </DialogFrame>
  )
}

function textsOf(
  side: Side,
  {
    baseText,
    theirText,
    mine,
    merged,
  }: { baseText: string; theirText: string; mine: string; merged: string },
) {
  if (side === 'theirs') return { left: baseText, right: theirText }
  return side === 'mine' ? { left: baseText, right: mine } : { left: theirText, right: merged }
}
