import { useParams } from 'react-router-dom'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { paths } from '#web/paths.ts'
import { DetailSkeleton, useDetail } from '#web/ui/feedback/use-detail.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Tag } from '#web/ui/display/tag.tsx'
import { TeamMemberTable } from './member-table.tsx'
import { teamQuery } from './operations.ts'
import { AddMemberButton, EditTeamButton } from './team-actions.tsx'

/** One team: its name and its members. */
export function TeamDetailPage() {
  const { id = '' } = useParams()
  const { data } = useDetail(teamQuery, { id }, { failed: teamMessages.loadFailed, back: paths.teams() })
  if (data?.team.id !== id) return <DetailSkeleton label="Loading team" />
  const { team, teamMembers } = data
  return (
    <>
      <PageHead
        crumbs={[{ label: teamMessages.title, to: paths.teams() }, { label: team.name }]}
        title={team.name}
        badge={<Tag label={team.namespace} oneLine />}
        actions={
          <>
            <EditTeamButton team={team} />
            <AddMemberButton teamId={team.id} />
          </>
        }
      />
      <TeamMemberTable teamId={team.id} members={teamMembers} />
    </>
  )
}
