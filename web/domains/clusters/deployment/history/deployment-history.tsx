import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { type ReactNode, useState } from 'react'
import { historyMessages as texts } from '#shared/domains/clusters/history-messages.ts'
import { clusterMessages } from '#shared/domains/clusters/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { DeploymentChanges } from '#web/ui/display/deployment-changes.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { ExactTime } from '#web/ui/time/moment.tsx'
import { deploymentChangesQuery } from './operations.ts'

type Save = ResultOf<typeof deploymentChangesQuery>['deploymentChanges']['rows'][number]

/** Saves that are added with each request for earlier ones. */
const STEP = 10

export interface DeploymentHistoryProps {
  id: string
  version: number | null
  /** Saves that are shown first. */
  first: number
  /** Stands there until they are read. */
  place: ReactNode
}

/** What was changed in a deployment, by whom and when. A new version is read again. */
export function DeploymentHistory(props: DeploymentHistoryProps) {
  return <History key={props.version} {...props} />
}

function History({ id, first, place }: DeploymentHistoryProps) {
  const [shown, setShown] = useState(first)
  const read = useLastRead(deploymentChangesQuery, { id, page: 1, perPage: shown })
  const { rows = [], total = 0 } = read.data?.deploymentChanges ?? {}
  const failure = !read.data && read.failure
  if (!read.data && !failure) return place
  return (
    <Panel title={texts.title} padded={false}>
      {failure && <FailedState message={failText(texts.loadFailed, failure)} onRetry={read.reread} />}
      {read.data && rows.length === 0 && (
        <Box p="3.5" color="ink.2">
          {texts.nothingRecorded}
        </Box>
      )}
      {rows.length > 0 && (
        <chakra.ol listStyleType="none">
          {rows.map((save) => (
            <SaveRow key={save.id} save={save} />
          ))}
        </chakra.ol>
      )}
      {total > rows.length && (
        <Flex p="2" justify="center" borderTopWidth="1px" borderColor="line.soft">
          <Button variant="ghost" loading={read.reading} onClick={() => setShown(shown + STEP)}>
            {texts.earlier}
          </Button>
        </Flex>
      )}
    </Panel>
  )
}

function SaveRow({ save: { version, at, by, changes } }: { save: Save }) {
  return (
    <chakra.li
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', md: '230px minmax(0, 1fr)' }}
      columnGap="4"
      rowGap="1"
      px="3.5"
      py="2.5"
      borderColor="line.soft"
      _notFirst={{ borderTopWidth: '1px' }}
    >
      <Box minW="0" color="ink.2" fontVariantNumeric="tabular-nums">
        <ExactTime value={at} />
        {by !== null && <chakra.span title={by}>{texts.by(by)}</chakra.span>}
        {version !== null && (
          <Box as="span" ms="2" textStyle="mono" color="ink.3">
            {texts.version(version)}
          </Box>
        )}
      </Box>
      {changes.length > 0 ? (
        <DeploymentChanges changes={changes} label={`${texts.title} ${texts.version(version ?? 0)}`} />
      ) : (
        <Box>{version === 1 ? texts.created : clusterMessages.nothingChanged}</Box>
      )}
    </chakra.li>
  )
}
