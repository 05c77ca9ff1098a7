import { Box, Button, Flex } from '@chakra-ui/react'
import { RotateCw, Shuffle } from 'lucide-react'
import { taskMessages } from '#shared/domains/tasks/messages.ts'
import { canMoveTogether } from '#shared/domains/tasks/rules.ts'
import { compareMessages } from '#shared/domains/workqueues/compare-messages.ts'
import { runMessages } from '#shared/domains/workqueues/run-messages.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { shortId } from '#web/ui/display/short-id.tsx'
import { useRestarts } from '../detail/use-restarts.tsx'
import type { ComparedRun } from './task-pairs.ts'
import { useGoodAlias } from './use-good-alias.ts'

const wide = { base: '10', sm: '8' } as const

/**
 * Re Run of the failed task, and the same on another alias. Filled is the one that mends: the other alias where one
 * still has the version with which the task ended well. None is until that is known, so that it does not change under the
 * pointer, and none for another task than the one that diverged.
 */
export function FixButtons({
  run,
  taskId,
  goodVersion,
  named,
  elsewhere,
  onRestarted,
}: {
  run: ComparedRun
  taskId: string
  /** The version that the task ended well with in the other run; null where it is the same, or not known. */
  goodVersion: string | null
  /** The task is not the one that diverged. */
  named: boolean
  /** Its run is not the one that the page is about. */
  elsewhere: boolean
  onRestarted(runId: string): void
}) {
  const restarts = useRestarts(run, run.tasks, () => onRestarted(run.id))
  const task = run.tasks.find(({ id }) => id === taskId)
  const goodAlias = useGoodAlias(run.appId, task, goodVersion)
  const isPhone = useNarrowerThan(PHONE_PX)
  if (!task) return null
  const isBusy = restarts.restarting !== null
  const [fillsSame, fillsOther] = [!named && goodAlias === null, !named && Boolean(goodAlias)]
  const note = [
    goodAlias && goodVersion !== null && runMessages.stillHas(goodAlias, goodVersion),
    elsewhere && compareMessages.inRun(shortId(run.id)),
  ].filter((text) => typeof text === 'string')
  // On a phone it stands below the filled button, which is the one that it is about.
  const hint = note.length > 0 && (
    <Box as="span" textStyle="xs" color="ink.2" order={named ? 2 : undefined}>
      {note.join(' · ')}
    </Box>
  )
  return (
    <Flex direction="column" align={{ base: 'stretch', lg: 'flex-end' }} gap="1" flexShrink={0}>
      <Flex
        gap="2"
        wrap="wrap"
        direction={{ base: 'column', sm: 'row' }}
        // The filled button is the first on a phone, and at the edge of a wide page.
        css={{ '& > [data-filled]': { order: { base: 0, lg: 2 } }, '& > button': { order: 1 } }}
      >
        <IfMayChange>
          {/* Filled at once: between the two colours the text could not be read. */}
          <Button
            transition="none"
            variant={fillsSame ? 'solid' : undefined}
            data-filled={fillsSame || undefined}
            height={wide}
            loading={isBusy}
            onClick={() => restarts.restart(task)}
          >
            <RotateCw /> {named ? compareMessages.rerunNamed(task.name) : taskMessages.rerun}
          </Button>
          {canMoveTogether([task]) && (
            <Button
              transition="none"
              variant={fillsOther ? 'solid' : undefined}
              data-filled={fillsOther || undefined}
              height={wide}
              disabled={isBusy}
              onClick={() => restarts.restartWithAlias([task])}
            >
              {goodAlias && <Shuffle />}
              {taskMessages.rerunWithAlias}
            </Button>
          )}
        </IfMayChange>
        {isPhone && hint}
      </Flex>
      {!isPhone && hint}
      {restarts.dialog}
    </Flex>
  )
}
