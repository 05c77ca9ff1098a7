import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router-dom'
import type { ScriptTest } from '#shared/domains/scripts/contract.ts'
import { scriptMessages } from '#shared/domains/scripts/messages.ts'
import { scriptTaskType, scriptUpdate } from '#shared/domains/scripts/rules.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRights } from '#web/lib/rights.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useDraft } from '#web/lib/drafts/use-draft.ts'
import { paths } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { ConflictDialog, UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { DeleteButton } from '#web/ui/dialog/confirm-dialog.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/page/use-detail.tsx'
import { UsageLine } from '#web/ui/page/usage-line.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { FormActions } from '#web/ui/page/form-actions.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { type GivenInputs, LastRuns } from './last-runs.tsx'
import { useDeleteScript, useUpdateScript } from './mutations.ts'
import { scriptQuery } from './operations.ts'
import { ScriptForm } from './script-form.tsx'
import { ScriptTestPanel } from './script-test.tsx'

type Script = ResultOf<typeof scriptQuery>['script']

const FORM = 'script-form'

/** One script: its texts and its code, editable. */
export function ScriptDetailPage() {
  const { id = '' } = useParams()
  const detail = useDetail(
    scriptQuery,
    { id },
    { failed: scriptMessages.loadFailed, above: [{ label: scriptMessages.allScripts, to: paths.scripts() }] },
  )
  const { data, reread } = detail
  if (data?.script.id !== id) return <DetailSkeleton title="Script" detail={detail} />
  return <LoadedScript key={id} script={data.script} reread={reread} />
}

function LoadedScript({ script, reread }: { script: Script; reread(): void }) {
  const { name, description, code, version } = script
  const draft = useDraft({ name, description, code: code ?? '' }, version)
  const [conflict, setConflict] = useState(false)
  const [gone, setGone] = useState(false)
  const update = useUpdateScript(() => setConflict(true))
  const remove = useDeleteScript()
  const change = scriptUpdate(draft.values)
  const runs = useFeature('scripts')
  const { mayChange } = useRights()
  // Each choice of inputs begins another test.
  const [given, setGiven] = useState<{ turn: number; inputs: GivenInputs | null }>({ turn: 0, inputs: null })
  const [fault, setFault] = useState<ScriptTest['error']>(null)

  const save = async () => {
    if (!change || !draft.dirty) return
    const values = { name: change.name ?? '', description: change.description ?? '', code: change.code ?? '' }
    if (await update.run({ id: script.id, ...values, version: draft.version })) draft.reset()
  }
  // Rendered without the guard, so that unsaved changes of a deleted script do not block the navigation.
  if (gone) return <Navigate to={paths.scripts()} replace />
  return (
    <>
      <UnsavedGuard dirty={draft.dirty} />
      <PageHead
        crumbs={[{ label: scriptMessages.allScripts, to: paths.scripts() }, { label: script.name }]}
        copy={copied.script(script)}
        title={script.name}
        badge={runs && <Tag label={scriptTaskType(script.name)} oneLine />}
        actions={
          <FormActions
            remove={
              <DeleteButton
                label={scriptMessages.delete}
                text={scriptMessages.deleteText}
                impact={<Impact of={{ kind: 'script', id: script.id }} deed="delete" />}
                disabled={update.running}
                submitting={remove.running}
                onConfirm={async () => setGone((await remove.run({ id: script.id })) !== null)}
              />
            }
            save={{
              label: scriptMessages.update,
              form: FORM,
              ready: change !== null && draft.dirty,
              reason: draft.dirty ? undefined : scriptMessages.nothingChanged,
              saving: update.running,
            }}
          />
        }
      />
      <DraftKeeper form="script" {...draft.kept} />
      <UsageLine of={{ kind: 'script', id: script.id }} />
      {runs && (
        <Box mb="4">
          <LastRuns
            type={scriptTaskType(script.name)}
            onInputs={(inputs) => {
              setFault(null)
              setGiven(({ turn }) => ({ turn: turn + 1, inputs }))
            }}
          />
        </Box>
      )}
      <ScriptForm
        id={FORM}
        values={draft.values}
        script={script}
        submitting={update.running}
        onChange={draft.change}
        onSubmit={() => void save()}
        fault={fault}
      />
      {runs && mayChange && (
        <ScriptTestPanel
          key={given.turn}
          id={script.id}
          name={script.name}
          code={draft.values.code}
          onFault={setFault}
          given={given.inputs}
        />
      )}
      <Box mt="4">
        <EntityActivity within={script.id} />
      </Box>
      <ConflictDialog
        what="script"
        open={conflict}
        onClose={() => setConflict(false)}
        onLoad={() => {
          setConflict(false)
          draft.reset()
          reread()
        }}
      />
    </>
  )
}
