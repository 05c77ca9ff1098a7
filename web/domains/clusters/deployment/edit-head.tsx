import type { ReactNode } from 'react'
import { clusterMessages, deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { maySubmitDeployment } from '#shared/domains/clusters/rules.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { paths } from '#web/paths.ts'
import { DeleteButton } from '#web/ui/dialog/confirm-dialog.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { FormActions } from '#web/ui/page/form-actions.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import type { DeploymentFormValues } from './deployment-form-values.ts'
import type { ViewSwitch } from './use-view-switch.ts'

const savable = (ready: boolean) => ({
  ready,
  reason: ready ? undefined : clusterMessages.nothingChanged,
})

/** Id of the form that Update Deployment submits. */
export const FORM = 'deployment-form'

/**
 * The head of a deployment's page: crumbs, the switch between the views, Delete, and Update of the current
 * view.
 */
export function EditHead({
  id,
  cluster,
  alias,
  worker,
  stored,
  draft,
  views,
  ready,
  back,
  remove,
  saving,
  onSaveConfig,
}: {
  id: string
  cluster: { id: string; name: string }
  alias: string
  /** The name of its worker; empty until it is known. */
  worker: string
  /** Beside the title: what runs there as it is stored. */
  stored: ReactNode
  draft: DeploymentFormValues
  views: ViewSwitch
  /** Whether the views have something to save. */
  ready: { form: boolean; config: boolean }
  /** What sets the tag before the present one again. */
  back: ReactNode
  /** What deletes the deployment; absent where it stands elsewhere. */
  remove: ReactNode
  saving: boolean
  onSaveConfig(): void
}) {
  return (
    <PageHead
      crumbs={[
        { label: clusterMessages.allClusters, to: paths.clusters() },
        { label: cluster.name, to: paths.cluster(cluster.id) },
        { label: alias },
      ]}
      copy={copied.deployment({ id, clusterId: cluster.id })}
      title={alias}
      tabTitle={[worker, alias].filter(Boolean).join(' ')}
      badge={stored}
      actions={
        <FormActions
          remove={remove}
          others={
            <>
              {back}
              <Switch
                label={texts.advancedView}
                checked={views.isAdvanced}
                disabled={saving || views.switching}
                onChange={(advanced) => void views.show(advanced)}
              />
            </>
          }
          save={{
            // The main button is that of the preview, which shows what has changed.
            secondary: true,
            saving,
            ...(views.isAdvanced
              ? { ...savable(ready.config), label: texts.updateConfiguration, onPress: onSaveConfig }
              : {
                  ...savable(ready.form),
                  label: texts.update,
                  ready: ready.form && maySubmitDeployment(draft),
                  form: FORM,
                }),
          }}
        />
      }
    />
  )
}

/** Asks before it deletes a deployment, with what its end would mean. */
export function DeleteDeployment({
  id,
  disabled,
  submitting,
  onConfirm,
}: {
  id: string
  disabled: boolean
  submitting: boolean
  onConfirm(): Promise<void>
}) {
  return (
    <DeleteButton
      label={texts.delete}
      text={texts.deleteText}
      impact={<Impact of={{ kind: 'deployment', id }} deed="delete" />}
      disabled={disabled}
      submitting={submitting}
      onConfirm={onConfirm}
    />
  )
}
