import { Box, Button, Skeleton, Stack, Tabs } from '@chakra-ui/react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useQuery } from 'urql'
import { accountMessages } from '#shared/domains/account/messages.ts'
import { ownSettingsMessages } from '#shared/domains/account/settings-messages.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { formatJson, parseJsonObject } from '#web/lib/json-text.ts'
import { useFeature, useFeaturesKnown, useOwnRole } from '#web/lib/features.ts'
import { useRights } from '#web/lib/rights.tsx'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { FailedState } from '#web/ui/feedback/placeholders.tsx'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { PendingInvitations } from '#web/ui/table/pending-invitations.tsx'
import { InviteButton } from './invite-button.tsx'
import { AccountMemberTable } from './account-member-table.tsx'
import { useSaveSettings } from './mutations.ts'
import { accountSettingsQuery } from './operations.ts'

/** The value of `?tab=` for the own settings. */
const OWN_TAB = 'mine'
const ACCOUNT_TAB = 'account'
const ALERTS_TAB = 'alerts'

// Loaded lazily: settings change rarely.
const OwnSettings = lazyPart(
  async () => (await import('./settings/own-settings.tsx')).OwnSettings,
  () => <Skeleton height="340px" borderRadius="lg" />,
)

const Alerts = lazyPart(
  async () => (await import('../alerts/alerts-tab.tsx')).AlertsTab,
  () => <Skeleton height="340px" borderRadius="lg" />,
)

/**
 * The members of the account with their roles, and its settings. Members may read both, owners may change
 * them. A tab has the own settings of the user, another one the rules that send messages.
 */
export function AccountPage() {
  const { state } = useSession()
  const who = state.phase === 'known' ? signedInUser(state.view) : null
  const own = who?.user._id ?? ''
  const { role, error } = useOwnRole()
  const isOwner = role === 'owner'
  const [query, setQuery] = useSearchParams()
  const { mayChange } = useRights()
  const hasAlerts = useFeature('alerts') && mayChange
  const isUnknown = !useFeaturesKnown()
  const asked = query.get('tab')
  const tab = asked === OWN_TAB || (asked === ALERTS_TAB && (hasAlerts || isUnknown)) ? asked : ACCOUNT_TAB
  const accountName = who?.account?.name ?? accountMessages.accountTitle
  const titles: Record<string, string> = {
    [OWN_TAB]: ownSettingsMessages.title,
    [ALERTS_TAB]: ownSettingsMessages.alerts,
  }
  const title = titles[tab] ?? accountName
  // The other tabs show no members.
  useFailToast(accountMessages.loadMembersFailed, tab === ACCOUNT_TAB ? error : undefined)
  return (
    <>
      <PageHead
        crumbs={[accountMessages.accountTitle, ...(title === accountName ? [] : [accountName])].map(
          (label) => ({
            label,
          }),
        )}
        title={title}
        actions={isOwner && tab === ACCOUNT_TAB && <InviteButton />}
      />
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => setQuery(value === ACCOUNT_TAB ? {} : { tab: value })}
        lazyMount
        unmountOnExit
      >
        <Tabs.List
          aria-label={ownSettingsMessages.tabs}
          css={{ '& > button': { minH: { base: '10', sm: '9' } } }}
        >
          <Tabs.Trigger value={ACCOUNT_TAB}>{ownSettingsMessages.account}</Tabs.Trigger>
          {hasAlerts && <Tabs.Trigger value={ALERTS_TAB}>{ownSettingsMessages.alerts}</Tabs.Trigger>}
          <Tabs.Trigger value={OWN_TAB}>{ownSettingsMessages.title}</Tabs.Trigger>
        </Tabs.List>
        <Tabs.Content value={ACCOUNT_TAB}>
          <Stack gap="4" data-in-order>
            {role !== undefined && !isOwner && <Box color="ink.2">{accountMessages.ownersOnly}</Box>}
            <AccountMemberTable own={own} isOwner={isOwner} />
            <PendingInvitations />
            <SettingsPanel isOwner={isOwner} />
          </Stack>
        </Tabs.Content>
        <Tabs.Content value={ALERTS_TAB}>{hasAlerts && <Alerts />}</Tabs.Content>
        <Tabs.Content value={OWN_TAB}>
          <OwnSettings />
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

/** As high as the settings that were read first, within limits, so that it does not move while they are edited. */
function useEditorHeight(stored: string | undefined): string {
  const [begun, setBegun] = useState(stored)
  if (begun === undefined && stored !== undefined) setBegun(stored)
  return `clamp(92px, ${((begun ?? '').split('\n').length + 3) * 18}px, 320px)`
}

/** The settings of the account: a JSON object that owners edit. */
function SettingsPanel({ isOwner }: { isOwner: boolean }) {
  const [{ data, error }, read] = useQuery({
    query: accountSettingsQuery,
    requestPolicy: 'cache-and-network',
  })
  useFailToast(accountMessages.loadSettingsFailed, error)
  const [edited, setEdited] = useState<string | null>(null)
  const { run, running } = useSaveSettings()
  const height = useEditorHeight(data && formatJson(data.accountSettings))

  if (!data)
    return (
      <Panel title={accountMessages.settings}>
        {error ? (
          <FailedState
            message={failText(accountMessages.loadSettingsFailed, error)}
            onRetry={() => read({ requestPolicy: 'network-only' })}
          />
        ) : (
          <Skeleton height="200px" borderRadius="md" role="status" aria-label="Loading settings" />
        )}
      </Panel>
    )

  const stored = formatJson(data.accountSettings)
  const text = edited ?? stored
  const settings = parseJsonObject(text)
  const isDirty = text !== stored
  const save = async () => {
    if (!('value' in settings)) return
    if (!(await run({ settings: settings.value }))) return
    setEdited(null)
    read({ requestPolicy: 'network-only' })
  }
  return (
    <Panel
      title={accountMessages.settings}
      aside={
        isOwner && (
          <Button
            size="sm"
            disabled={!isDirty || 'reason' in settings}
            loading={running}
            onClick={() => void save()}
          >
            {accountMessages.saveSettings}
          </Button>
        )
      }
    >
      <Box color="ink.2" mb="2.5">
        {accountMessages.settingsHint}
      </Box>
      <CodeEditor
        label={accountMessages.settings}
        language="json"
        height={height}
        value={text}
        onChange={setEdited}
        readOnly={!isOwner}
      />
      <Box mt="1.5" _empty={{ display: 'none' }} color="danger" role="alert" overflowWrap="anywhere">
        {'reason' in settings && `Not valid JSON: ${settings.reason}`}
      </Box>
      <UnsavedGuard dirty={isDirty} />
    </Panel>
  )
}
