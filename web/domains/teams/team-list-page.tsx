import { Box, Button, Flex } from '@chakra-ui/react'
import { Users } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { memberCount } from '#shared/domains/teams/rules.ts'
import { offersAnother, useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { CardList, CardListSkeleton, LinkCard } from '#web/ui/page/link-card.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { NewTeamButton } from './new-team-button.tsx'
import { teamListQuery } from './operations.ts'

/** Cards rendered at a time: an account may have thousands of teams. */
const STEP = 100

/** All teams of the account as cards with the number of their members. */
export function TeamListPage() {
  const [shown, setShown] = useState(STEP)
  const read = useLastRead(teamListQuery, {})
  const { data, failure, error, reread } = read
  useFailToast(teamMessages.loadListFailed, error)
  const teams = data?.teams.rows

  let content: ReactNode
  if (teams && teams.length > 0) {
    content = (
      <>
        <CardList
          items={teams.slice(0, shown)}
          render={(team) => (
            <LinkCard to={paths.team(team.id)} name={team.name}>
              {memberCount(team.memberCount)}
              <Box textStyle="mono" color="ink.3" truncate>
                {team.namespace}
              </Box>
            </LinkCard>
          )}
        />
        {teams.length > shown && (
          <Flex justify="center" mt="4">
            <Button onClick={() => setShown(shown + STEP)}>
              {`Show ${Math.min(STEP, teams.length - shown)} more`}
            </Button>
          </Flex>
        )}
      </>
    )
  } else if (failure) {
    content = (
      <Panel padded={false}>
        <FailedState message={failText(teamMessages.loadListFailed, failure)} onRetry={reread} />
      </Panel>
    )
  } else if (teams) {
    content = (
      <Panel padded={false}>
        <EmptyState
          icon={<Users size={20} />}
          title={teamMessages.emptyTitle}
          description={teamMessages.emptyText}
          action={<NewTeamButton />}
        />
      </Panel>
    )
  } else {
    content = <CardListSkeleton label="Loading teams" />
  }
  return (
    <>
      <PageHead
        crumbs={[]}
        title={teamMessages.title}
        actions={offersAnother(read, teams?.length) && <NewTeamButton />}
      />
      {content}
    </>
  )
}
