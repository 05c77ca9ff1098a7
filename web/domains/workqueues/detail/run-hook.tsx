import { useQuery } from 'urql'
import { hookTexts as texts } from '#shared/domains/hooks/screen-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { paths } from '#web/paths.ts'
import { Fact } from '#web/ui/display/facts.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import { hookNameQuery } from './operations.ts'

/** Which start address has started a run. */
export function RunHook({ hookId }: { hookId: string }) {
  const hasHooks = useFeature('hooks')
  const [{ data, fetching }] = useQuery({
    query: hookNameQuery,
    variables: { id: hookId },
    pause: !hasHooks,
  })
  if (!hasHooks) return null
  const hook = data?.hook
  return (
    <Fact label={texts.startedBy}>
      {/* One that was deleted has no name any more. */}
      {hook?.planId ? (
        <TextLink to={paths.planHook(hook.planId, hookId)}>{hook.name}</TextLink>
      ) : fetching ? (
        '…'
      ) : (
        texts.gone
      )}
    </Fact>
  )
}
