import { Box } from '@chakra-ui/react'
import { versionAtHost } from '#shared/domains/tasks/rules.ts'

/** A host without its domain, which most hosts share; an address is whole. */
export function shortHost(host: string): string {
  const [first = ''] = host.split('.')
  return /^[\d.]+$|:/.test(host) ? host : first
}

const oneLine = { display: 'block', truncate: true } as const

/** A version, and below it `@ crane-07`; the whole name of the host is the title. */
export function VersionHost({ version, hostName }: { version: string | null; hostName: string | null }) {
  const whole = versionAtHost(version, hostName)
  return (
    <Box as="span" display="block" minW="0" textStyle="mono" title={whole ?? undefined}>
      <Box as="span" {...oneLine}>
        {version ?? (hostName === null ? '-' : `@ ${shortHost(hostName)}`)}
      </Box>
      {version !== null && hostName !== null && (
        <Box as="span" {...oneLine} color="ink.3">
          {`@ ${shortHost(hostName)}`}
        </Box>
      )}
    </Box>
  )
}
