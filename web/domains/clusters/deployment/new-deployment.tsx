import { Button } from '@chakra-ui/react'
import { useMemo, useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { clusterMessages, deploymentMessages as texts } from '#shared/domains/clusters/messages.ts'
import { maySubmitDeployment } from '#shared/domains/clusters/rules.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { paths } from '#web/paths.ts'
import { FormActions } from '#web/ui/page/form-actions.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { useCreateDeployment } from './mutations.ts'
import { DeploymentFormView } from './form-view.tsx'
import { newDeploymentFormValues, withoutSecrets, withStoredSecrets } from './deployment-form-values.ts'
import { useDeploymentSubmit } from './use-deployment-submit.ts'
import { WorkerSelect } from './worker-field.tsx'

const FORM = 'deployment-form'

/** Create mode: a form with the defaults and a worker to select. Opens the new deployment. */
export function NewDeployment({ cluster }: { cluster: { id: string; name: string } }) {
  const draft = useDraft(
    useMemo(() => newDeploymentFormValues(cluster.id), [cluster.id]),
    null,
  )
  const [workerName, setWorkerName] = useState('')
  const [createdId, setCreatedId] = useState<string | null>(null)
  const create = useCreateDeployment(workerName)
  const { submit, faults } = useDeploymentSubmit(create.error, draft.values, null, async (deployment) => {
    const data = await create.run({ deployment })
    if (data) setCreatedId(data.createDeployment.id)
  })
  const may = maySubmitDeployment(draft.values)
  return (
    <>
      <UnsavedGuard dirty={draft.dirty && createdId === null} />
      {createdId !== null && <Navigate to={paths.deployment(cluster.id, createdId)} replace />}
      <PageHead
        crumbs={[
          { label: clusterMessages.allClusters, to: paths.clusters() },
          { label: cluster.name, to: paths.cluster(cluster.id) },
          { label: texts.newDeployment },
        ]}
        title={texts.newDeployment}
        actions={
          <FormActions
            cancel={
              <Button asChild>
                <Link to={paths.cluster(cluster.id)}>{texts.cancel}</Link>
              </Button>
            }
            save={{ label: texts.create, form: FORM, ready: may, saving: create.running }}
          />
        }
      />
      <DraftKeeper
        form="new"
        values={{ form: withoutSecrets(draft.values), workerName }}
        dirty={draft.dirty && createdId === null}
        onRestore={(left) => {
          setWorkerName(left.workerName)
          draft.change(withStoredSecrets(left.form, draft.values))
        }}
      />
      <DeploymentFormView
        id={FORM}
        clusterName={cluster.name}
        worker={
          <WorkerSelect
            value={draft.values.workerId}
            disabled={create.running}
            onChange={(worker) => {
              setWorkerName(worker?.name ?? '')
              draft.change({ workerId: worker?.id ?? '' })
            }}
          />
        }
        draft={draft.values}
        faults={faults}
        submitting={create.running}
        onChange={draft.change}
        onSubmit={() => may && !create.running && void submit()}
        reveal={() => Promise.resolve(null)}
      />
    </>
  )
}
