import { Box, Button, Flex } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useKeptFlag } from '#web/lib/settings/use-kept-flag.ts'
import { Panel } from '#web/ui/page/panel.tsx'

/**
 * The table of tasks below a graph or a timeline, which show the same tasks: it can be folded. On a phone it is until it is
 * asked for, because it would put the end of the page out of reach.
 */
export function TaskDetails({ tasks, children }: { tasks: number; children: ReactNode }) {
  const phone = useNarrowerThan(PHONE_PX)
  const { hash } = useLocation()
  const [isKept, keep] = useKeptFlag('task-details')
  // A link to a line of a log leads into the table. A window that becomes narrower closes no dialog of the table.
  const [open, setOpen] = useState(hash !== '' || (isKept && !phone))
  const onToggle = () => {
    setOpen(!open)
    if (!phone) keep(!open)
  }
  const title = (
    <Button
      variant="plain"
      color="ink"
      px="0"
      minH={{ base: '10', sm: '8' }}
      aria-expanded={open}
      onClick={onToggle}
    >
      {open ? <ChevronDown /> : <ChevronRight />} Task Details
    </Button>
  )
  const aside = runMessages.taskCount(tasks)
  return open ? (
    <Panel title={title} aside={aside} padded={false}>
      {children}
    </Panel>
  ) : (
    <Panel padded={false}>
      <Flex align="center" justify="space-between" px="3.5" py="1.5" minH="42px">
        <h2>{title}</h2>
        <Box color="ink.2">{aside}</Box>
      </Flex>
    </Panel>
  )
}
