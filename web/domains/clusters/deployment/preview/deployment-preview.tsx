import { Button } from '@chakra-ui/react'
import { lazy, useEffect, useState } from 'react'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { maySubmitDeployment } from '#shared/domains/clusters/rules.ts'
import { useDebounced } from '#web/lib/use-time.ts'
import type { EditableConfig } from '../config-view.tsx'
import type { DeploymentDetail, DeploymentFormValues } from '../deployment-form-values.ts'
import { FORM } from '../edit-head.tsx'
import { ChangePreview } from './change-preview.tsx'
import type { PreviewedChange } from './config-changes.ts'

const FormManifest = lazy(async () => ({ default: (await import('./manifest-diff.tsx')).FormManifest }))
const EditedManifest = lazy(async () => ({ default: (await import('./manifest-diff.tsx')).EditedManifest }))

type Deployment = Pick<DeploymentDetail, 'id' | 'workerId' | 'alias' | 'replicaCount'>

/** What the form would change. */
export function FormPreview({
  deployment,
  changes,
  draft,
  saving,
  onDiscard,
}: {
  deployment: Deployment
  changes: PreviewedChange['changes']
  draft: DeploymentFormValues
  saving: boolean
  onDiscard(): void
}) {
  const { id, workerId, alias, replicaCount } = deployment
  const wanted = /^\d{1,9}$/.test(draft.replicaCount.trim()) ? Number(draft.replicaCount) : null
  return (
    <ChangePreview
      change={{ changes, replicas: { before: replicaCount, after: wanted } }}
      workerId={workerId}
      alias={alias}
      manifest={<FormManifest id={id} draft={draft} />}
      disabled={saving}
      onDiscard={onDiscard}
      apply={
        <Button
          type="submit"
          form={FORM}
          variant="solid"
          loading={saving}
          disabled={!maySubmitDeployment(draft)}
        >
          {texts.apply(changes.length)}
        </Button>
      }
    />
  )
}

/** The text is compared once it has not changed for this long, in milliseconds. */
const SETTLED_MS = 300

/** What the edited configuration would change; nothing while it has faults. */
export function ConfigPreview({
  deployment: { workerId, alias },
  config,
  onApply,
}: {
  deployment: Deployment
  config: EditableConfig
  onApply(): void
}) {
  const { stored, text, saving } = config
  const change = useEditedChanges(stored?.fluxConfig ?? '', text ?? '')
  if (!change || !stored || text === null) return null
  return (
    <ChangePreview
      change={change}
      workerId={workerId}
      alias={alias}
      manifest={<EditedManifest stored={stored.fluxConfig} text={text} />}
      disabled={saving}
      onDiscard={config.undo}
      apply={
        <Button variant="solid" loading={saving} onClick={onApply}>
          {texts.apply(change.changes.length)}
        </Button>
      }
    />
  )
}

function useEditedChanges(stored: string, text: string): PreviewedChange | null {
  const settled = useDebounced(text, SETTLED_MS)
  const [found, setFound] = useState<PreviewedChange | null>(null)
  useEffect(() => {
    let wanted = true
    void import('./config-changes.ts').then(({ editedChanges }) => {
      if (wanted) setFound(editedChanges(stored, settled))
    })
    return () => {
      wanted = false
    }
  }, [stored, settled])
  return found
}
