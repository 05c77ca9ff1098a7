import { Box, Button } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from 'urql'
import { attentionScreenMessages as texts } from '#shared/domains/attention/screen-messages.ts'
import { useOfNow } from '#web/lib/use-time.ts'
import { formatMoment } from '#web/ui/time/moment.tsx'
import { attentionAwayQuery, type AwayFacts } from './operations.ts'
import { useLastLook } from './use-last-look.ts'

/** A viewer who comes back sooner was not away, in milliseconds. */
const AWAY_MS = 10 * 60_000

/** What happened since the viewer's last look, in one line that can be put away; nothing when that was little. */
export function AwayLine() {
  const last = useLastLook()
  const [began] = useState(Date.now)
  const wasAway = last !== null && began - Date.parse(last) >= AWAY_MS
  const [{ data }] = useQuery({
    query: attentionAwayQuery,
    variables: { since: last ?? '' },
    pause: !wasAway,
    requestPolicy: 'network-only',
  })
  const away = data?.attention.away
  const facts = away && countsOf(away)
  if (!wasAway || !facts) return null
  return <Facts since={last} facts={facts} />
}

/** What is not known counts as nothing; null when nothing happened. */
function countsOf({ opened, closed, failed, completed }: AwayFacts) {
  const counts = { opened: opened ?? 0, closed: closed ?? 0, failed: failed ?? 0, completed: completed ?? 0 }
  return Object.values(counts).some((count) => count > 0) ? counts : null
}

function Facts({ since, facts }: { since: string; facts: NonNullable<ReturnType<typeof countsOf>> }) {
  const [isHidden, hide] = useState(false)
  const time = useOfNow(10_000, (now) => formatMoment(new Date(since), new Date(now)))
  if (isHidden) return null
  return (
    <Box data-away role="note">
      <Box as="span" flex="1" minW="0">
        {texts.away} <time dateTime={since}>{time}</time>: {texts.awayFacts(facts)}
      </Box>
      <Button
        variant="ghost"
        px="0"
        minW={{ base: '10', sm: '7' }}
        height={{ base: '10', sm: '7' }}
        aria-label={texts.hideAway}
        onClick={() => hide(true)}
      >
        <X />
      </Button>
    </Box>
  )
}
