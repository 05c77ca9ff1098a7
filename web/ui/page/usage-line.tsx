import { Box } from '@chakra-ui/react'
import { usageMessages as texts } from '#shared/domains/usage/messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { useRights } from '#web/lib/rights.tsx'
import { Impact } from './impact.tsx'
import type { ImpactProps, ImpactSubject } from './impact-props.ts'

/**
 * What uses an entity, above the form that changes it, in one paragraph; nothing on a platform that does not tell it, and for
 * users who cannot change it. Its place is kept while it is read, so that the form does not move.
 */
export function UsageLine({ of, except }: { of: ImpactSubject } & Pick<ImpactProps, 'except'>) {
  const isTold = useFeature('usage')
  const { mayChange, surelyMayChange } = useRights()
  if (!isTold || !mayChange) return null
  return (
    <Box as="section" aria-label={texts.title} mb="3.5" minH={{ base: '10', sm: '5' }} color="ink.2">
      {surelyMayChange && <Impact of={of} deed="save" inline except={except} />}
    </Box>
  )
}
