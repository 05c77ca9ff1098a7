import { Button, Stack } from '@chakra-ui/react'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useParams } from 'react-router-dom'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { teamTypes } from '#shared/domains/teams/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { paths } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { ConflictDialog } from '#web/ui/dialog/unsaved-changes.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { DetailSkeleton, useDetail } from '#web/ui/page/use-detail.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { PendingInvitations } from '#web/ui/table/pending-invitations.tsx'
import { PeopleTable } from '#web/ui/table/people-table.tsx'
import { useAddTeamMember, useRemoveTeamMember, useUpdateTeam } from './mutations.ts'
import { teamQuery } from './operations.ts'
import { TeamOwned } from './team-owned.tsx'
import { TeamWorkers } from './team-workers.tsx'

/** One team: its name, its members, and what it owns. */
export function TeamDetailPage() {
  const { id = '' } = useParams()
  const detail = useDetail(
    teamQuery,
    { id },
    { failed: teamMessages.loadFailed, above: [{ label: teamMessages.title, to: paths.teams() }] },
  )
  const { data, reread } = detail
  if (data?.team.id !== id) return <DetailSkeleton title="Team" detail={detail} />
  const { team, teamMembers } = data
  return (
    <>
      <PageHead
        crumbs={[{ label: teamMessages.title, to: paths.teams() }, { label: team.name }]}
        copy={copied.team(team)}
        title={team.name}
        badge={<Tag label={teamTypes(team.namespace)} oneLine />}
        actions={
          <>
            <EditTeamButton team={team} reread={reread} />
            <AddMemberButton teamId={team.id} />
          </>
        }
      />
      <Stack gap="3.5">
        <TeamMemberTable teamId={team.id} members={teamMembers} />
        <PendingInvitations teamId={team.id} />
        <TeamWorkers teamId={team.id} />
        <TeamOwned teamId={team.id} />
        <EntityActivity within={team.id} />
      </Stack>
    </>
  )
}

const tableTexts = {
  ...teamMessages,
  title: teamMessages.deleteMember,
  question: teamMessages.deleteMemberText,
  emptyTitle: teamMessages.noMembersTitle,
  emptyText: teamMessages.noMembersText,
}

/** The members of a team; each can be removed. */
function TeamMemberTable({
  teamId,
  members,
}: {
  teamId: string
  members: ResultOf<typeof teamQuery>['teamMembers']
}) {
  const remove = useRemoveTeamMember()
  return (
    <PeopleTable
      label={teamMessages.members}
      headed
      people={members}
      texts={tableTexts}
      onRemove={async ({ id }) => (await remove.run({ teamId, memberId: id })) !== null}
      removing={remove.running}
    />
  )
}

/** Edit Team: changes the name. */
function EditTeamButton({
  team,
  reread,
}: {
  team: { id: string; name: string; version: number | null }
  reread(): void
}) {
  const [open, setOpen] = useState(false)
  const [conflict, setConflict] = useState(false)
  const update = useUpdateTeam(() => setConflict(true))
  const submit = async (name: string, version: number | null) => {
    if (await update.run({ id: team.id, name, version })) setOpen(false)
  }
  return (
    <IfMayChange>
      <Button onClick={() => setOpen(true)}>{teamMessages.editTeam}</Button>
      <TextDialog
        title={teamMessages.editTeam}
        label={teamMessages.name}
        maxLength={200}
        confirmLabel={teamMessages.update}
        open={open}
        onClose={() => setOpen(false)}
        initial={team.name}
        version={team.version}
        submitting={update.running}
        onSubmit={(name, version) => void submit(name, version)}
      />
      <ConflictDialog
        what="team"
        open={conflict}
        onClose={() => setConflict(false)}
        onLoad={() => {
          setConflict(false)
          setOpen(false)
          reread()
        }}
      />
    </IfMayChange>
  )
}

/** Add Team Member: asks for an e-mail address. */
function AddMemberButton({ teamId }: { teamId: string }) {
  const [open, setOpen] = useState(false)
  const add = useAddTeamMember()
  const submit = async (email: string) => {
    if (await add.run({ teamId, email })) setOpen(false)
  }
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <UserPlus />
        {teamMessages.addMember}
      </Button>
      <TextDialog
        title={teamMessages.newMember}
        // The field takes an e-mail address although its label is `Name`.
        label={teamMessages.name}
        hint={teamMessages.emailHint}
        type="email"
        maxLength={320}
        confirmLabel={teamMessages.add}
        open={open}
        onClose={() => setOpen(false)}
        submitting={add.running}
        onSubmit={(email) => void submit(email)}
      />
    </IfMayChange>
  )
}
