import { teamMessages as texts } from '#shared/domains/teams/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { PeopleTable } from '#web/ui/table/people-table.tsx'
import { useRemoveTeamMember } from './mutations.ts'
import type { teamQuery } from './operations.ts'

const tableTexts = {
  ...texts,
  title: texts.deleteMember,
  question: texts.deleteMemberText,
  emptyTitle: texts.noMembersTitle,
  emptyText: texts.noMembersText,
}

/** The members of a team; each can be removed. */
export function TeamMemberTable({
  teamId,
  members,
}: {
  teamId: string
  members: ResultOf<typeof teamQuery>['teamMembers']
}) {
  const remove = useRemoveTeamMember()
  return (
    <PeopleTable
      label="Members"
      people={members}
      texts={tableTexts}
      onRemove={async ({ id }) => (await remove.run({ teamId, memberId: id })) !== null}
      removing={remove.running}
    />
  )
}
