import { Button } from '@chakra-ui/react'
import { clusterMessages, deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { maySubmitDeployment } from '#shared/domains/clusters/rules.ts'
import { paths } from '#web/paths.ts'
import { DeleteButton } from '#web/ui/delete-button.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { Switch } from '#web/ui/switch.tsx'
import type { Draft } from './draft.ts'
import type { Views } from './use-views.ts'

/** Id of the form that Update Deployment submits. */
export const FORM = 'deployment-form'

/** The head of a deployment: where it stands, the switch between its views, Delete and the view's own Update. */
export function EditHead({
  cluster,
  alias,
  draft,
  views,
  configReady,
  saving,
  deleting,
  onDelete,
  onSaveConfig,
}: {
  cluster: { id: string; name: string }
  alias: string
  draft: Draft
  views: Views
  /** Whether there is a configuration to be saved. */
  configReady: boolean
  saving: boolean
  deleting: boolean
  onDelete(): Promise<void>
  onSaveConfig(): void
}) {
  return (
    <PageHead
      crumbs={[
        { label: clusterMessages.allClusters, to: paths.clusters() },
        { label: cluster.name, to: paths.cluster(cluster.id) },
        { label: alias },
      ]}
      title={alias}
      actions={
        <>
          <Switch
            label={texts.advancedView}
            checked={views.isAdvanced}
            disabled={saving || views.switching}
            onChange={(advanced) => void views.show(advanced)}
          />
          <DeleteButton
            label={texts.delete}
            text={texts.deleteText}
            disabled={saving}
            submitting={deleting}
            onConfirm={onDelete}
          />
          {views.isAdvanced ? (
            <Button variant="solid" disabled={!configReady} loading={saving} onClick={onSaveConfig}>
              {texts.updateConfiguration}
            </Button>
          ) : (
            <Button
              key="form"
              type="submit"
              form={FORM}
              variant="solid"
              disabled={!maySubmitDeployment(draft)}
              loading={saving}
            >
              {texts.update}
            </Button>
          )}
        </>
      }
    />
  )
}
