import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCcwKey } from 'lucide-react'
import { keyMessages as texts } from '#shared/domains/keys/messages.ts'
import { isStillUsed, keyAge, type KeyAge } from '#shared/domains/keys/rules.ts'
import { daysLeft, daysLeftText, daysSince } from '#shared/domains/workers/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { useNow } from '#web/lib/use-time.ts'
import { paths } from '#web/paths.ts'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { RowDeleteButton } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { ExactTime, RelativeTime, timeTitle } from '#web/ui/time/moment.tsx'
import type { ListedKey } from './operations.ts'

/** What stands out in the colour of its urgency. */
const ageColors: Record<KeyAge, string | undefined> = {
  expired: 'danger',
  soon: 'status.retry.fg',
  old: 'status.retry.fg',
  fine: undefined,
}

/** What a key is, of what, how old, when it was used and when it ends. */
export function keyColumns({
  first,
  onRotate,
  onRevoke,
}: {
  /** The key whose button is the filled one. */
  first: string | null
  onRotate(key: ListedKey): void
  onRevoke(key: ListedKey): void
}): Column<ListedKey>[] {
  return [
    {
      key: 'name',
      header: texts.name,
      primary: true,
      fixed: true,
      render: (key) => <KeyName listed={key} />,
    },
    { key: 'of', header: texts.of, width: '19%', card: 'first', render: (key) => <Owner listed={key} /> },
    {
      key: 'lastUsed',
      header: texts.lastUsed,
      width: '150px',
      sortable: 'descending',
      render: ({ lastUsed }) => <LastUsed value={lastUsed} />,
    },
    {
      key: 'kind',
      header: texts.kind,
      width: '110px',
      card: 'head',
      render: ({ kind }) => texts.kindOf(kind),
    },
    {
      key: 'created',
      header: texts.created,
      width: '100px',
      sortable: 'ascending',
      render: ({ created }) => <Age value={created} />,
    },
    {
      key: 'expires',
      header: texts.expires,
      width: '108px',
      sortable: 'ascending',
      render: (key) => <DaysLeft listed={key} />,
    },
    {
      key: 'actions',
      header: '',
      width: '204px',
      align: 'end',
      render: (key) => (
        <IfMayChange>
          <Flex as="span" display="inline-flex" gap="1" align="center" justify="flex-end">
            {key.replacedAt === null && (
              <Button
                size="sm"
                variant={key.id === first ? 'solid' : 'outline'}
                minH={{ base: '10', sm: '7' }}
                aria-label={`${texts.rotate}: ${key.name}`}
                onClick={() => onRotate(key)}
              >
                <RotateCcwKey /> {texts.rotate}
              </Button>
            )}
            {/* An alias always has an access key: only one that was replaced can be revoked. */}
            {(key.kind !== 'accessKey' || key.replacedAt !== null) && (
              <RowDeleteButton name={key.name} label={texts.revoke} onClick={() => onRevoke(key)} />
            )}
          </Flex>
        </IfMayChange>
      ),
    },
  ]
}

/** The name, and below it whether the one that it was replaced by has taken over, or until when the one before it is valid. */
function KeyName({ listed }: { listed: ListedKey }) {
  const { kind, name, replacedByName, replacedAt, oldUntil } = listed
  const used = isStillUsed(listed)
  return (
    <>
      <Box
        as="span"
        textStyle={kind === 'token' || kind === 'accessKey' ? 'mono' : undefined}
        overflowWrap="anywhere"
      >
        {name}
      </Box>
      {used !== null && (
        <Box
          textStyle="xs"
          fontWeight="normal"
          whiteSpace="normal"
          title={texts.replacedBy(replacedByName ?? '')}
          color={used ? 'status.retry.fg' : 'ink.2'}
        >
          {texts.replaced} <RelativeTime value={replacedAt} />
          {used ? texts.stillUsed : texts.notUsed}
        </Box>
      )}
      {oldUntil && (
        <Box textStyle="xs" fontWeight="normal" whiteSpace="normal" color="ink.2">
          {texts.oldUntil} <ExactTime value={oldUntil} />
        </Box>
      )}
    </>
  )
}

function Owner({ listed }: { listed: ListedKey }) {
  const { id, appId, appName, workerId, workerName, alias, planId, planName } = listed
  if (planId)
    return (
      <>
        <TextLink to={paths.planHook(planId, id)}>{planName}</TextLink>
        {appName && ` · ${appName}`}
      </>
    )
  if (appId) return <TextLink to={paths.settings(appId)}>{appName}</TextLink>
  if (!workerId) return null
  return (
    <>
      <TextLink to={`${paths.worker(workerId)}?aliases=true`}>{workerName}</TextLink>
      {alias && ` · ${alias}`}
    </>
  )
}

function Age({ value }: { value: string | null }) {
  const now = useNow(10_000)
  if (!value) return <>-</>
  const days = daysSince(value, now)
  return (
    <time dateTime={value} title={timeTitle(value)}>
      {days === 0 ? texts.today : `${days} ${days === 1 ? 'day' : 'days'}`}
    </time>
  )
}

function LastUsed({ value }: { value: ListedKey['lastUsed'] }) {
  if (!value?.at)
    return (
      <Box as="span" color="ink.2">
        {texts.never}
      </Box>
    )
  return (
    <>
      <RelativeTime value={value.at} />
      {value.by && (
        <Box textStyle="xs" color="ink.2" overflowWrap="anywhere">
          {texts.from(value.by)}
        </Box>
      )}
    </>
  )
}

function DaysLeft({ listed }: { listed: ListedKey }) {
  const tick = useNow(10_000)
  const { created, expires } = listed
  // The clock may be behind the creation time of a new key, which would add a day.
  const now = Math.max(tick, created ? Date.parse(created) : 0)
  const age = keyAge(listed, now)
  return (
    <Box
      as="span"
      color={ageColors[age] ?? (expires ? undefined : 'ink.2')}
      fontWeight={ageColors[age] && 'medium'}
    >
      {expires ? (
        <time dateTime={expires} title={timeTitle(expires)}>
          {daysLeftText(daysLeft(expires, now))}
        </time>
      ) : (
        texts.noEnd
      )}
      {age === 'old' && <Box textStyle="xs">{texts.old}</Box>}
    </Box>
  )
}
