import { Box, Flex } from '@chakra-ui/react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { historyMessages } from '#shared/domains/clusters/history-messages.ts'
import { clusterMessages, deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { useQueues } from '#web/lib/queues/use-queues.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { paths } from '#web/paths.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { ConflictDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { FormBeside } from '#web/ui/page/form-beside.tsx'
import { useDeleteDeployment, useRevealEnvironmentValue, useUpdateDeployment } from './mutations.ts'
import { ConfigView, useDeploymentConfig } from './config-view.tsx'
import { DeploymentFacts } from './deployment-facts.tsx'
import { DeploymentBadge, useDeploymentType } from './deployment-pollers.tsx'
import { DeploymentFormView } from './form-view.tsx'
import { useDeploymentWork } from './history/deployment-tasks.tsx'
import { draftChanges } from './preview/draft-changes.ts'
import {
  deploymentFormValues,
  withoutSecrets,
  withStoredSecrets,
  withStoredValues,
  type DeploymentDetail,
} from './deployment-form-values.ts'
import { DeleteDeployment, EditHead, FORM } from './edit-head.tsx'
import { useDeploymentSubmit } from './use-deployment-submit.ts'
import { useViewSwitch } from './use-view-switch.ts'
import { StoredState, useWorkerName, WorkerName, WorkerSelect } from './worker-field.tsx'

const BackToTag = lazy(async () => ({
  default: (await import('./history/back-to-tag.tsx')).BackToTag,
}))
const FormPreview = lazy(async () => ({
  default: (await import('./preview/deployment-preview.tsx')).FormPreview,
}))
const ConfigPreview = lazy(async () => ({
  default: (await import('./preview/deployment-preview.tsx')).ConfigPreview,
}))

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
  const isPhone = useNarrowerThan(PHONE_PX)
  const worker = useWorkerName(deployment).name
  const [isConflict, setIsConflict] = useState(false)
  const [isGone, setIsGone] = useState(false)
  const [saves, setSaves] = useState(0)
  const conflict = () => setIsConflict(true)
  const type = useDeploymentType(deployment.workerId)
  const queue = { alias: deployment.alias, type, read: useQueues(type ?? null) }
  const work = useDeploymentWork(id)
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
  const changes = useMemo(
    () => (draft.dirty ? draftChanges(stored, draft.values) : []),
    [draft.dirty, draft.values, stored],
  )
  const submitForm = async () => {
    if (changes.length === 0 && deployment.unreadable !== true) {
      draft.reset()
      toast.info(clusterMessages.nothingChanged)
      return
    }
    const whole = await withStoredValues(draft.values, reveal)
    if (whole) await submit(whole)
  }
  const backTo = async (dockerTag: string) => {
    const whole = await withStoredValues({ ...stored, dockerTag }, reveal)
    if (whole) await submit(whole)
  }
  const saveConfig = async () => {
    if (!config.isDirty) {
      toast.info(clusterMessages.nothingChanged)
      return
    }
    if (await config.save()) reread()
  }
  const loadTheirs = () => {
    setIsConflict(false)
    draft.reset()
    config.forget()
    reread()
  }
  const saving = update.running || config.saving
  const removal = (
    <DeleteDeployment
      id={id}
      disabled={saving}
      submitting={remove.running}
      onConfirm={async () => setIsGone((await remove.run({ id })) !== null)}
    />
  )
  return (
    <Box data-in-order="long">
      <UnsavedGuard dirty={(draft.dirty || config.isDirty) && !isGone} />
      {isGone && <Navigate to={paths.cluster(cluster.id)} replace />}
      <EditHead
        id={id}
        cluster={cluster}
        alias={deployment.alias}
        worker={worker}
        stored={
          <>
            <DeploymentBadge
              {...queue}
              failing={
                work === null ? 0 : (work.data?.deploymentWork.failing ?? (work.failing ? 0 : undefined))
              }
              replicaCount={deployment.replicaCount}
            />
            <StoredState deployment={deployment} />
          </>
        }
        draft={draft.values}
        views={views}
        ready={{ form: changes.length > 0 || deployment.unreadable === true, config: config.isDirty }}
        back={
          <Suspense fallback={<span hidden data-pending />}>
            <BackToTag
              id={id}
              tag={deployment.dockerTag}
              version={deployment.version}
              reason={draft.dirty || config.isDirty ? historyMessages.backNotNow : null}
              saving={update.running}
              onBack={backTo}
            />
          </Suspense>
        }
        remove={!isPhone && removal}
        saving={saving}
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
      {!views.isAdvanced && (
        <DraftKeeper
          form="deployment"
          values={{ values: withoutSecrets(draft.values), version: draft.version }}
          dirty={draft.dirty}
          onRestore={(left) =>
            draft.kept.onRestore({ values: withStoredSecrets(left.values, stored), version: left.version })
          }
        />
      )}
      <FormBeside
        facts={<DeploymentFacts deployment={deployment} cluster={cluster.name} queue={queue} work={work} />}
        isBeside={!views.isAdvanced && (type !== null || work !== null)}
        form={
          views.isAdvanced ? (
            <ConfigView config={config} />
          ) : (
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
          )
        }
      />
      {views.isAdvanced
        ? config.isDirty && (
            <Suspense>
              <ConfigPreview deployment={deployment} config={config} onApply={() => void saveConfig()} />
            </Suspense>
          )
        : changes.length > 0 && (
            <Suspense>
              <FormPreview
                deployment={deployment}
                changes={changes}
                draft={draft.values}
                saving={saving}
                onDiscard={draft.reset}
              />
            </Suspense>
          )}
      {/* A phone has no room for it beside the title: it would stand above all that is read. */}
      {isPhone && (
        <Flex direction="column" mt="3.5">
          {removal}
        </Flex>
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
    </Box>
  )
}
