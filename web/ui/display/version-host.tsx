import { Box } from '@chakra-ui/react'
import { shortHost } from '#shared/lib/host-text.ts'
import { versionAtHost } from '#shared/domains/tasks/rules.ts'

const oneLine = { display: 'block', truncate: true } as const

/** A version, with an alias beside it, and below it `@ crane-07`; the whole name of the host is the title. */
export function VersionHost({
  version,
  hostName,
  alias,
}: {
  version: string | null
  hostName: string | null
  alias?: string | undefined
}) {
  const whole = versionAtHost(version, hostName)
  return (
    <Box
      as="span"
      display="block"
      minW="0"
      textStyle="mono"
      title={[whole, alias].filter(Boolean).join(' · ') || undefined}
    >
      <Box as="span" {...oneLine}>
        {version ?? (hostName === null ? '-' : `@ ${shortHost(hostName)}`)}
        {alias && ` · ${alias}`}
      </Box>
      {version !== null && hostName !== null && (
        <Box as="span" {...oneLine} color="ink.3">
          {`@ ${shortHost(hostName)}`}
        </Box>
      )}
    </Box>
  )
}
