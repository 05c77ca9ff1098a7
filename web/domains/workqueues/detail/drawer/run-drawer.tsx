import { Button, chakra, Flex, Stack } from '@chakra-ui/react'
import { X } from 'lucide-react'
import { attemptMessages } from '#shared/domains/tasks/attempt-messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import type { WorkqueueDetail } from '../operations.ts'
import { StatePanels, WorkqueueInfo } from '../workqueue-info.tsx'
import { DrawerBody, SideDrawer } from './drawer-frame.tsx'

/** The details of a run beside its view, while no task is chosen. */
export function RunDrawer({ run, onClose }: { run: WorkqueueDetail; onClose(): void }) {
  return (
    <SideDrawer label={runMessages.workqueue}>
      <Flex align="center" justify="space-between" px="3.5" py="2.5" borderBottomWidth="1px">
        <chakra.h2 fontSize="md" fontWeight="semibold">
          {runMessages.workqueue}
        </chakra.h2>
        <Button variant="ghost" size="sm" px="1" aria-label={attemptMessages.close} onClick={onClose}>
          <X />
        </Button>
      </Flex>
      <DrawerBody>
        <Stack gap="3.5" p="3.5">
          <WorkqueueInfo workqueue={run} />
          <StatePanels workqueue={run} />
        </Stack>
      </DrawerBody>
    </SideDrawer>
  )
}
