import { Stack } from '@chakra-ui/react'
import { Lock } from 'lucide-react'
import { appSettingsMessages as texts } from '#shared/domains/apps/access-messages.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { useApp } from '#web/lib/current-app.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { EntityActivity } from '#web/ui/activity/entity-activity.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { EmptyState, FailedState } from '#web/ui/feedback/placeholders.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { appAccessQuery } from './access-operations.ts'
import { TokensPanel } from './tokens-panel.tsx'
import { VariablesPanel } from './variables-panel.tsx'

/** Settings of an app: the access tokens for programs and the variables for tasks. */
export function AppSettingsPage() {
  const app = useApp()
  const { data, current, failure, error, reread } = useLastRead(appAccessQuery, { appId: app.id })
  useFailToast(texts.loadFailed, error)
  const access = current ? data?.app : undefined
  return (
    <>
      <PageHead
        crumbs={[
          { label: appMessages.title, to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id) },
        ]}
        copy={copied.app(app)}
        title={texts.title}
      />
      {access && !access.secretsVisible ? (
        <Panel>
          <EmptyState
            icon={<Lock size={20} />}
            title={texts.hiddenTitle}
            description={`${texts.secretsHidden}.`}
          />
        </Panel>
      ) : failure ? (
        <Panel padded={false}>
          <FailedState message={failText(texts.loadFailed, failure)} onRetry={reread} />
        </Panel>
      ) : (
        <Stack gap="3.5">
          <TokensPanel appId={app.id} tokens={access?.tokens} />
          <VariablesPanel appId={app.id} variables={access?.variables} />
          <EntityActivity within={app.id} />
        </Stack>
      )}
    </>
  )
}
