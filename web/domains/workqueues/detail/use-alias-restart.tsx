import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { loadPart } from '#web/lib/load-part.ts'
import type { TaskDetail } from '#web/domains/tasks/task.ts'

// Loaded lazily: few runs are restarted on another alias.
const AliasDialog = lazy(async () => ({
  default: (await loadPart(() => import('#web/domains/tasks/table/alias-dialog.tsx'))).AliasDialog,
}))
const AliasGroupDialog = lazy(async () => ({
  default: (await loadPart(() => import('#web/domains/tasks/table/alias-group-dialog.tsx'))).AliasGroupDialog,
}))

/**
 * Asks for another alias for failed tasks of one type. One is restarted by its dialog, several by `onChosen`; `onRestarted`
 * is called after the restart of one.
 */
export function useAliasRestart(
  onChosen: (tasks: readonly TaskDetail[], alias: string) => void,
  onRestarted: () => void,
): { restartWithAlias(tasks: readonly TaskDetail[]): void; dialog: ReactNode } {
  const [asked, setAsked] = useState<readonly TaskDetail[]>([])
  const close = useCallback(() => setAsked([]), [])
  const [first] = asked
  return {
    restartWithAlias: setAsked,
    dialog: first && (
      <Suspense>
        {asked.length === 1 ? (
          <AliasDialog task={first} onClose={close} onRestarted={onRestarted} />
        ) : (
          <AliasGroupDialog
            tasks={asked}
            onClose={close}
            onConfirm={(chosen, alias) => {
              close()
              onChosen(chosen, alias)
            }}
          />
        )}
      </Suspense>
    ),
  }
}
