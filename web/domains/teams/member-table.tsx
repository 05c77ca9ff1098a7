import { Users } from 'lucide-react'
import { useState } from 'react'
import { teamMessages } from '../../../shared/domains/teams/messages.ts'
import type { ResultOf } from '../../lib/graphql.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { RowDelete } from '../../ui/row-delete.tsx'
import { useRemoveMember } from './mutations.ts'
import type { teamQuery } from './operations.ts'

type Member = ResultOf<typeof teamQuery>['teamMembers'][number]

/** The people of a team; each can be taken off it. */
export function MemberTable({ teamId, members }: { teamId: string; members: Member[] }) {
  const [leaving, setLeaving] = useState<Member | null>(null)
  const remove = useRemoveMember()
  const confirm = async () => {
    if (leaving && (await remove.run({ teamId, memberId: leaving.id }))) setLeaving(null)
  }
  const columns: Column<Member>[] = [
    { key: 'email', header: teamMessages.email, primary: true, render: (member) => member.email },
    { key: 'role', header: teamMessages.role, width: '30%', render: (member) => member.role },
    {
      key: 'actions',
      header: teamMessages.actions,
      width: '15%',
      align: 'end',
      render: (member) => <RowDelete name={member.email} onClick={() => setLeaving(member)} />,
    },
  ]
  return (
    <>
      <DataTable
        label="Members"
        columns={columns}
        rows={members}
        rowId={(member) => member.id}
        loading={false}
        empty={
          <EmptyState
            icon={<Users size={20} />}
            title={teamMessages.noMembersTitle}
            description={teamMessages.noMembersText}
          />
        }
      />
      <ConfirmDialog
        title={teamMessages.deleteMember}
        text={teamMessages.deleteMemberText}
        subject={leaving?.email}
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => void confirm()}
        confirmLabel={teamMessages.delete}
        danger
        submitting={remove.running}
      />
    </>
  )
}
