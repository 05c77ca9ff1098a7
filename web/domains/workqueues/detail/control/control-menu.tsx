import { Button, Menu, Portal } from '@chakra-ui/react'
import { Ellipsis } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { type ControlAct, controlsOf } from '#shared/domains/tasks/control.ts'
import { controlMessages as texts } from '#shared/domains/tasks/control-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useRunTaskNow } from '#web/domains/tasks/mutations.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'
import { useFeature } from '#web/lib/features.ts'
import { loadPart } from '#web/lib/parts/load-part.ts'

const ControlDialog = lazy(async () => ({
  default: (await loadPart(() => import('./control-dialog.tsx'))).ControlDialog,
}))

/** What a person can do to a task besides its restart; nothing where the platform cannot, or in another status. */
export function ControlMenu({
  task,
  tasks,
  runStatus,
  onDone,
  large = false,
}: {
  task: TaskDetail
  tasks: readonly TaskDetail[]
  runStatus: string
  onDone(): void
  /** For the finger. */
  large?: boolean
}) {
  const { mayChange } = useRights()
  const offered = useFeature('control') && mayChange
  const [asked, setAsked] = useState<Exclude<ControlAct, 'now'> | null>(null)
  const now = useRunTaskNow(task.name)
  const acts = offered ? controlsOf(task, runStatus) : []
  const size = large ? ({ height: '10', minW: '10' } as const) : ({ height: '7', minW: '7' } as const)
  const choose = async (act: ControlAct) => {
    if (act !== 'now') setAsked(act)
    else if (await now.run({ id: task.id })) onDone()
  }
  return (
    <>
      {acts.length > 0 && (
        <Menu.Root
          positioning={{ placement: 'bottom-end' }}
          onSelect={({ value }) => void choose(value as ControlAct)}
        >
          <Menu.Trigger asChild>
            <Button
              variant="outline"
              {...size}
              px="1"
              aria-label={texts.menu(task.name)}
              title={texts.menu(task.name)}
              loading={now.running}
            >
              <Ellipsis />
            </Button>
          </Menu.Trigger>
          <Portal>
            <Menu.Positioner>
              <Menu.Content aria-label={texts.menu(task.name)}>
                {acts.map((act) => (
                  <Menu.Item key={act} value={act} minH={{ base: '10', sm: '8' }}>
                    {texts.labels[act]}
                  </Menu.Item>
                ))}
              </Menu.Content>
            </Menu.Positioner>
          </Portal>
        </Menu.Root>
      )}
      {asked && (
        <Suspense>
          <ControlDialog
            act={asked}
            task={task}
            tasks={tasks}
            runStatus={runStatus}
            onClose={() => setAsked(null)}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  )
}
