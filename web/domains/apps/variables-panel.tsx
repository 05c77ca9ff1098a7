import { Box } from '@chakra-ui/react'
import { Variable as VariableIcon } from 'lucide-react'
import { useState } from 'react'
import { appSettingsMessages as texts } from '#shared/domains/apps/access-messages.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { SecretText } from '#web/ui/display/copy-button.tsx'
import { useRemoveVariable, useRevealVariable } from './access-mutations.ts'
import type { appAccessQuery } from './access-operations.ts'
import { RowDeleteButton } from '#web/ui/table/cells.tsx'
import { AddVariableButton } from './add-variable-button.tsx'

type Variable = ResultOf<typeof appAccessQuery>['app']['variables'][number]

/** The variables of an app; undefined while they are loading. */
export function VariablesPanel({ appId, variables }: { appId: string; variables: Variable[] | undefined }) {
  const [toDelete, setToDelete] = useState<Variable | null>(null)
  const remove = useRemoveVariable()
  const reveal = useRevealVariable()
  const confirm = async () => {
    if (!toDelete) return
    await remove.run({ appId, variableId: toDelete.id })
    setToDelete(null)
  }
  const columns: Column<Variable>[] = [
    {
      key: 'name',
      header: texts.name,
      width: '35%',
      primary: true,
      render: ({ name }) => (
        <Box as="span" textStyle="mono">
          {name}
        </Box>
      ),
    },
    {
      key: 'value',
      header: texts.value,
      render: ({ id, name, value, unreadable }) => (
        <SecretText
          label={`${texts.value} of ${name}`}
          masked={value}
          unreadable={unreadable}
          reveal={async () => (await reveal.run({ appId, variableId: id }))?.revealVariable ?? null}
        />
      ),
    },
    {
      key: 'delete',
      header: '',
      width: '15%',
      align: 'end',
      render: (variable) => <RowDeleteButton name={variable.name} onClick={() => setToDelete(variable)} />,
    },
  ]
  return (
    <Panel
      title={texts.variables}
      aside={<AddVariableButton appId={appId} known={variables ?? []} disabled={!variables} />}
      padded={false}
    >
      <DataTable
        framed={false}
        label={texts.variables}
        columns={columns}
        rows={variables ?? []}
        rowId={({ id }) => id}
        loading={!variables}
        skeletons={2}
        empty={
          <EmptyState
            icon={<VariableIcon size={20} />}
            title={texts.noVariablesTitle}
            description={texts.noVariablesText}
          />
        }
      />
      <ConfirmDialog
        title={texts.deleteVariable}
        text={texts.deleteVariableText}
        subject={toDelete?.name}
        impact={toDelete && <Impact of={{ kind: 'variable', id: toDelete.id, owner: appId }} deed="delete" />}
        confirmLabel={appMessages.delete}
        danger
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={() => void confirm()}
        submitting={remove.running}
      />
    </Panel>
  )
}
