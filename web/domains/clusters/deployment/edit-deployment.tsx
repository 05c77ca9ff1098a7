import { Box } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { paths } from '#web/paths.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { ConflictDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { useDeleteDeployment, useRevealEnvironmentValue, useUpdateDeployment } from './mutations.ts'
import { ConfigView, useDeploymentConfig } from './config-view.tsx'
import { DeploymentPollers } from './deployment-pollers.tsx'
import { DeploymentFormView } from './form-view.tsx'
import {
  deploymentFormValues,
  withoutSecrets,
  withStoredSecrets,
  withStoredValues,
  type DeploymentDetail,
} from './deployment-form-values.ts'
import { EditHead, FORM } from './edit-head.tsx'
import { useDeploymentSubmit } from './use-deployment-submit.ts'
import { useViewSwitch } from './use-view-switch.ts'
import { WorkerSelect, WorkerName } from './worker-field.tsx'

/**
 * Edit mode: the form, or the whole configuration. Switching converts unsaved changes from one to the other.
 */
export function EditDeployment({
  cluster,
  deployment,
  reread,
}: {
  cluster: { id: string; name: string }
  deployment: DeploymentDetail
  reread(): void
}) {
  const { id } = deployment
  const [isConflict, setIsConflict] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const [saves, setSaves] = useState(0)
  const conflict = () => setIsConflict(true)
  const stored = useMemo(() => deploymentFormValues(deployment, cluster.id), [deployment, cluster.id])
  const draft = useDraft(stored, deployment.version)
  const config = useDeploymentConfig(id, conflict)
  const views = useViewSwitch({ stored, draft, config, conflict })
  const update = useUpdateDeployment(conflict)
  const remove = useDeleteDeployment(deployment.alias)
  const revealed = useRevealEnvironmentValue()
  const reveal = async (name: string) =>
    (await revealed.run({ deploymentId: id, name }))?.revealEnvironmentValue ?? null

  const { submit, faults } = useDeploymentSubmit(update.error, draft.values, draft.version, async (input) => {
    if (!(await update.run({ id, deployment: input }))) return
    draft.reset()
    setSaves(saves + 1)
    reread()
  })
  const submitForm = async () => {
    const whole = await withStoredValues(draft.values, reveal)
    if (whole) await submit(whole)
  }
  const saveConfig = async () => {
    if (await config.save()) reread()
  }
  const loadTheirs = () => {
    setIsConflict(false)
    draft.reset()
    config.forget()
    reread()
  }
  const saving = update.running || config.saving
  return (
    <>
      <UnsavedGuard dirty={(draft.dirty || config.isDirty) && !isGone} />
      {isGone && <Navigate to={paths.cluster(cluster.id)} replace />}
      <EditHead
        cluster={cluster}
        alias={deployment.alias}
        draft={draft.values}
        views={views}
        configReady={config.text !== null}
        saving={saving}
        deleting={remove.running}
        onDelete={async () => setIsGone((await remove.run({ id })) !== null)}
        onSaveConfig={() => void saveConfig()}
      />
      {deployment.unreadable === true && (
        <Box
          role="status"
          borderWidth="1px"
          borderColor="danger"
          borderRadius="lg"
          bg="danger.soft"
          p="3.5"
          mb="3.5"
        >
          {texts.unreadable}
        </Box>
      )}
      <DeploymentPollers workerId={deployment.workerId} alias={deployment.alias} />
      {views.isAdvanced ? (
        <ConfigView config={config} />
      ) : (
        <>
          <DraftKeeper
            form="deployment"
            values={{ values: withoutSecrets(draft.values), version: draft.version }}
            dirty={draft.dirty}
            onRestore={(left) =>
              draft.kept.onRestore({ values: withStoredSecrets(left.values, stored), version: left.version })
            }
          />
          <DeploymentFormView
            // The new key resets revealed values: a save may have changed them.
            key={saves}
            id={FORM}
            clusterName={cluster.name}
            worker={
              deployment.workerId ? (
                <WorkerName deployment={deployment} />
              ) : (
                <WorkerSelect
                  value={draft.values.workerId}
                  disabled={saving}
                  onChange={(worker) => draft.change({ workerId: worker?.id ?? '' })}
                />
              )
            }
            draft={draft.values}
            faults={faults}
            submitting={saving}
            onChange={draft.change}
            onSubmit={() => !saving && !revealed.running && void submitForm()}
            reveal={reveal}
          />
        </>
      )}
      <ConfirmDialog
        title={texts.discardTitle}
        text={texts.discardText}
        confirmLabel={texts.discard}
        danger
        open={views.asking}
        onClose={views.stay}
        onConfirm={views.discard}
      />
      <ConflictDialog
        what="deployment"
        open={isConflict}
        onClose={() => setIsConflict(false)}
        onLoad={loadTheirs}
      />
    </>
  )
}
