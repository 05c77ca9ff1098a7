import { Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { pageMessages as texts } from '#shared/lib/page-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { TextLink } from '../page/text-link.tsx'
import { activityAddress, type EntityFilter } from './activity-address.ts'

// Loaded when it is opened: most visits of a page do not.
const ActivityList = lazyPart(
  async () => (await import('./activity-list.tsx')).ActivityList,
  () => <Skeleton m="3.5" height="72px" />,
)

/** Who did what to an entity: folded, with the newest records when it is opened. Nothing on a platform without records. */
export function EntityActivity(filter: EntityFilter) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (!useFeature('audit')) return null
  return (
    <chakra.section
      aria-label={filter.part === undefined ? texts.activity : texts.activityOf(filter.part)}
      bg="surface"
      borderWidth="1px"
      borderRadius="lg"
      boxShadow="card"
    >
      <Flex align="center" justify="space-between" gap="3" px="1.5" minH="42px">
        <Button
          variant="ghost"
          fontWeight="semibold"
          px="2"
          minH={{ base: '10', sm: '8' }}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          _expanded={{ bg: 'transparent' }}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDown /> : <ChevronRight />}
          {texts.activity}
        </Button>
        {open && (
          <Box pe="2">
            <TextLink to={activityAddress(filter)} py={{ base: '2', sm: '0' }}>
              {texts.allActivity}
            </TextLink>
          </Box>
        )}
      </Flex>
      {open && (
        <Box id={id} borderTopWidth="1px" borderColor="line.soft">
          <ActivityList {...filter} />
        </Box>
      )}
    </chakra.section>
  )
}
