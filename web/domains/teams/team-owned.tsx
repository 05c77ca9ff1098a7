import { Box, chakra, Flex } from '@chakra-ui/react'
import { useQuery } from 'urql'
import { teamMessages as texts } from '#shared/domains/teams/messages.ts'
import { paths } from '#web/paths.ts'
import { Fact } from '#web/ui/display/facts.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { teamOwnedQuery } from './operations.ts'

/** Names that are listed; the others are counted. */
const LISTED = 20

interface Owned {
  id: string
  name: string
  teamId: string | null
}

/** What a team owns besides its workers. */
export function TeamOwned({ teamId }: { teamId: string }) {
  const [{ data }] = useQuery({ query: teamOwnedQuery, requestPolicy: 'cache-and-network' })
  if (!data) return null
  const own = (rows: readonly Owned[]) => rows.filter((each) => each.teamId === teamId)
  return (
    <Panel title={texts.owned}>
      <chakra.dl display="grid" gridTemplateColumns="104px minmax(0, 1fr)" rowGap="2" columnGap="3">
        <Fact label={texts.scripts}>
          <Names rows={own(data.scripts.rows)} to={paths.script} />
        </Fact>
        <Fact label={texts.clusters}>
          <Names rows={own(data.clusters.rows)} to={paths.cluster} />
        </Fact>
      </chakra.dl>
    </Panel>
  )
}

function Names({ rows, to }: { rows: readonly Owned[]; to(id: string): string }) {
  if (rows.length === 0)
    return (
      <Box as="span" color="ink.2">
        {texts.none}
      </Box>
    )
  return (
    <Flex as="span" wrap="wrap" columnGap="3" rowGap="1">
      {rows.slice(0, LISTED).map(({ id, name }) => (
        <TextLink key={id} to={to(id)} overflowWrap="anywhere">
          {name}
        </TextLink>
      ))}
      {rows.length > LISTED && (
        <Box as="span" color="ink.2">
          {texts.more(rows.length - LISTED)}
        </Box>
      )}
    </Flex>
  )
}
