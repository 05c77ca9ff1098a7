import { Box, Button, Flex } from '@chakra-ui/react'
import { Plus, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { teamMessages } from '#shared/domains/teams/messages.ts'
import { memberCount, teamTypes } from '#shared/domains/teams/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { NEW_HASH, paths } from '#web/paths.ts'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { CardList, CardListSkeleton, LinkCard } from '#web/ui/page/link-card.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { useWholeList } from '#web/ui/table/use-whole-list.tsx'
import { useCreateTeam } from './mutations.ts'
import { teamListQuery } from './operations.ts'
import { type TeamState, useTeamStates } from './use-team-state.ts'

/** All teams of the account as cards with the number of their members. */
export function TeamListPage() {
  const read = useLastRead(teamListQuery, {})
  const { data, failure, error, reread } = read
  useFailToast(teamMessages.loadListFailed, error)
  const teams = data?.teams.rows
  const stateOf = useTeamStates()
  const [onlyBad, setOnlyBad] = useState(false)
  const bad = teams?.filter(({ namespace }) => stateOf(namespace)?.bad) ?? []
  const list = useWholeList((onlyBad ? bad : teams) ?? [], {
    textOf: ({ name, namespace }) => `${name} ${teamTypes(namespace)}`,
    what: teamMessages.title,
  })

  let content: ReactNode
  if (teams && teams.length > 0) {
    content = (
      <>
        {(list.find || onlyBad) && (
          <Flex gap="3" mb="3.5" wrap="wrap" align="center">
            {list.find}
            {(bad.length > 0 || onlyBad) && (
              <Switch label={teamMessages.onlyBad(bad.length)} checked={onlyBad} onChange={setOnlyBad} />
            )}
          </Flex>
        )}
        <CardList
          items={list.found}
          render={(team) => (
            <LinkCard
              to={paths.team(team.id)}
              name={team.name}
              copy={copied.team(team)}
              foot={<StateLine state={stateOf(team.namespace)} />}
            >
              {memberCount(team.memberCount)}
              <Box
                as="span"
                display={{ base: 'inline', sm: 'block' }}
                ms={{ base: '2', sm: '0' }}
                textStyle="mono"
                color="ink.3"
                truncate
                title={teamMessages.typesOf}
              >
                {teamTypes(team.namespace)}
              </Box>
            </LinkCard>
          )}
        />
        {list.noMatch && <Panel padded={false}>{list.noMatch}</Panel>}
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
        actions={
          <CreateAnother read={read} total={teams?.length}>
            <NewTeamButton />
          </CreateAnother>
        }
      />
      {content}
    </>
  )
}

function StateLine({ state }: { state: TeamState | null }) {
  if (!state) return null
  const { bad, work } = state
  return (
    <Box textStyle="xs" color="ink.2">
      <Box as="span" color="danger">
        {bad}
      </Box>
      {bad && work && ', '}
      {work || (bad ? '' : teamMessages.noWork)}
    </Box>
  )
}

/** New Team: asks for the name, creates the team and opens it. */
function NewTeamButton() {
  const [open, setOpen] = useState(useLocation().hash === NEW_HASH)
  const navigate = useNavigate()
  const create = useCreateTeam()
  const submit = async (name: string) => {
    const data = await create.run({ name })
    if (!data) return
    setOpen(false)
    await navigate(paths.team(data.createTeam.id))
  }
  return (
    <IfMayChange>
      <Button variant="solid" onClick={() => setOpen(true)}>
        <Plus />
        {teamMessages.newTeam}
      </Button>
      <TextDialog
        title={teamMessages.newTeam}
        label={teamMessages.name}
        maxLength={200}
        confirmLabel={teamMessages.create}
        open={open}
        onClose={() => setOpen(false)}
        submitting={create.running}
        onSubmit={(name) => void submit(name)}
      />
    </IfMayChange>
  )
}
