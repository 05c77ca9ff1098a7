import { Button } from '@chakra-ui/react'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { tagBefore } from '#shared/domains/clusters/changes.ts'
import { useFeature } from '#web/lib/features.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { deploymentChangesQuery } from './operations.ts'

/** Saves that are looked through for the tag before. */
const SAVES = 10

interface BackToTagProps {
  id: string
  tag: string
  version: number | null
  /** Why it cannot be pressed now; null when it can. */
  reason: string | null
  saving: boolean
  /** Resolves when the tag is saved, or when that has failed and was reported. */
  onBack(tag: string): Promise<unknown>
}

/** Sets the tag that a deployment had before its present one; nothing where that is not known. */
export function BackToTag(props: BackToTagProps) {
  // A new version is read again.
  return useFeature('deployments') ? <KnownTag key={props.version} {...props} /> : null
}

function KnownTag({ id, tag, reason, saving, onBack }: BackToTagProps) {
  const [asked, setAsked] = useState(false)
  const { data, failure } = useLastRead(deploymentChangesQuery, { id, page: 1, perPage: SAVES })
  if (!data && !failure) return <span hidden data-pending />
  const before = data ? tagBefore(data.deploymentChanges.rows, tag) : null
  if (before === null) return null
  const confirm = async () => {
    await onBack(before)
    setAsked(false)
  }
  return (
    <IfMayChange>
      <Button
        // On a phone after the others: it is read later, and they keep their places.
        order={{ base: 1, sm: 0 }}
        disabled={reason !== null || saving}
        title={reason ?? undefined}
        onClick={() => setAsked(true)}
      >
        <Undo2 /> {texts.backTo(before)}
      </Button>
      <ConfirmDialog
        title={texts.backTo(before)}
        text={texts.backText(tag, before)}
        impact={<Impact of={{ kind: 'deployment', id }} deed="save" />}
        confirmLabel={texts.backTo(before)}
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => void confirm()}
        submitting={saving}
      />
    </IfMayChange>
  )
}
