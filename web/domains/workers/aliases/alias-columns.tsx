import { Box, Button, Flex } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { DEFAULT_ALIAS } from '#shared/domains/tasks/constants.ts'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { CopyButton, SecretText } from '#web/ui/display/copy-button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { RowDeleteButton } from '#web/ui/table/cells.tsx'
import type { AliasDetail } from '../operations.ts'

function Copyable({ label, text }: { label: string; text: string | null }) {
  if (text === null) return null
  return (
    <Flex as="span" display="inline-flex" align="center" gap="1" minW="0" maxW="full">
      <Box as="span" textStyle="mono" overflowWrap="anywhere" minW="0">
        {text}
      </Box>
      <CopyButton label={`Copy ${label}`} text={() => text} />
    </Flex>
  )
}

/** The columns of an alias. */
export function aliasColumns({
  readOnly,
  folded,
  toggle,
  reveal,
  onDelete,
}: {
  readOnly: boolean
  /** Ids of the aliases whose keys are collapsed. */
  folded: ReadonlySet<string>
  toggle(alias: AliasDetail): void
  reveal(alias: string): Promise<string | null>
  onDelete(alias: AliasDetail): void
}): Column<AliasDetail>[] {
  const labelOf = (what: string, alias: AliasDetail) => `${what}: ${alias.name}`
  return [
    {
      key: 'name',
      header: workerMessages.name,
      primary: true,
      width: '14%',
      render: (alias) => (
        <>
          {alias.name}
          {alias.notesPolls && (
            <Box color="ink.3" textStyle="xs" fontWeight="normal">
              {alias.lastPoll ? (
                <>
                  {workerMessages.polled} <RelativeTime value={alias.lastPoll} />
                </>
              ) : (
                workerMessages.neverPolled
              )}
            </Box>
          )}
        </>
      ),
    },
    {
      key: 'keys',
      header: workerMessages.keys,
      width: '84px',
      render: (alias) => (
        <Button
          size="sm"
          variant="ghost"
          ms={{ sm: '-2.5' }}
          aria-expanded={!folded.has(alias.id)}
          aria-label={labelOf(`${workerMessages.privateKeys} (${alias.privateKeys.length})`, alias)}
          _expanded={{ bg: 'transparent' }}
          onClick={() => toggle(alias)}
        >
          {folded.has(alias.id) ? <ChevronRight /> : <ChevronDown />}
          {alias.privateKeys.length}
        </Button>
      ),
    },
    {
      key: 'accessKey',
      header: workerMessages.accessKey,
      width: '204px',
      fixed: true,
      render: (alias) => (
        <Copyable label={labelOf(workerMessages.accessKey, alias)} text={alias.accessKeyId} />
      ),
    },
    {
      key: 'secretKey',
      header: workerMessages.secretKey,
      width: '252px',
      fixed: true,
      render: (alias) =>
        alias.secretAccessKey !== null && (
          <SecretText
            label={labelOf(workerMessages.secretKey, alias)}
            masked={alias.secretAccessKey}
            unreadable={alias.unreadable}
            reveal={() => reveal(alias.name)}
          />
        ),
    },
    {
      key: 'queueUrl',
      header: workerMessages.queueUrl,
      fixed: true,
      render: (alias) => <Copyable label={labelOf(workerMessages.queueUrl, alias)} text={alias.queueUrl} />,
    },
    {
      key: 'actions',
      header: '',
      width: '56px',
      align: 'end',
      render: (alias) =>
        !readOnly &&
        alias.name !== DEFAULT_ALIAS && (
          <RowDeleteButton
            name={alias.name}
            says={workerMessages.deleteAlias}
            compact
            onClick={() => onDelete(alias)}
          />
        ),
    },
  ]
}
