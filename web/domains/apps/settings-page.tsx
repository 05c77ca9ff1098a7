import { Stack } from '@chakra-ui/react'
import { appMessages, appSettingsMessages as texts } from '../../../shared/domains/apps/messages.ts'
import { useApp } from '../../lib/current-app.tsx'
import { useLastRead } from '../../lib/use-last-read.ts'
import { paths } from '../../paths.ts'
import { failText } from '../../ui/fail-text.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Panel } from '../../ui/panel.tsx'
import { useFailToast } from '../../ui/use-fail-toast.ts'
import { appAccessQuery } from './access-operations.ts'
import { TokensPanel } from './settings/tokens-panel.tsx'
import { VariablesPanel } from './settings/variables-panel.tsx'

/** Settings of an app: the access tokens of its programs and the variables of its tasks. */
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
        title={texts.title}
      />
      {failure ? (
        <Panel padded={false}>
          <FailedState message={failText(texts.loadFailed, failure)} onRetry={reread} />
        </Panel>
      ) : (
        <Stack gap="3.5">
          <TokensPanel appId={app.id} tokens={access?.tokens} />
          <VariablesPanel appId={app.id} variables={access?.variables} />
        </Stack>
      )}
    </>
  )
}
