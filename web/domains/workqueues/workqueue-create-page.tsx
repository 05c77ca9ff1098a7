import { Box, Button, Skeleton, Tabs } from '@chakra-ui/react'
import { useMemo } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { peopleMessages } from '#shared/lib/people-messages.ts'
import { useRights } from '#web/lib/rights.tsx'
import { useApp } from '#web/lib/current-app.tsx'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/ui/page/page-head.tsx'
import {
  formatCreateParams,
  parseCreateParams,
  tabOrder,
  type CreateParams,
  type CreateTab,
  historyDefinition,
  modifiedRunOf,
} from './create/create-params.ts'
import { DefinitionForm } from './create/definition-form.tsx'
import { PlanChoices } from './create/plan-choices.tsx'

const Loading = () => <Skeleton height="260px" borderRadius="lg" aria-label="Loading form" role="status" />

// Loaded lazily: most runs are started from a plan.
const ModifyForm = lazyPart(async () => (await import('./modify/modify-form.tsx')).ModifyForm, Loading)
const ModifiedFrom = lazyPart(
  async () => (await import('./modify/modified-from.tsx')).ModifiedFrom,
  () => <Box minH="6" />,
)

const tabLabels: Record<CreateTab, string> = { plan: 'From Plan', api: 'via API' }

/** Run Workqueue: starts a workqueue from a saved plan or a definition. */
export function WorkqueueCreatePage() {
  const app = useApp()
  const location = useLocation()
  const navigate = useNavigate()
  const fromHistory = historyDefinition(location.state)
  const query = useMemo(
    () => parseCreateParams(new URLSearchParams(location.search), fromHistory),
    [location.search, fromHistory],
  )
  const change = (next: Partial<CreateParams>, { replace = false } = {}) =>
    void navigate(
      { search: formatCreateParams({ ...query, ...next }, fromHistory) },
      { state: location.state as unknown, replace },
    )
  const { mayChange } = useRights()
  const modified = useMemo(() => modifiedRunOf(query.workqueue), [query.workqueue])
  const { tab: _tab, workqueue: _workqueue, search, ...paging } = query
  return (
    <>
      <PageHead
        crumbs={[
          { label: 'Apps', to: paths.apps() },
          { label: app.name, to: paths.workqueues(app.id) },
          { label: 'Run Workqueue' },
        ]}
        title="Run Workqueue"
        facts={
          modified &&
          mayChange && <ModifiedFrom appId={app.id} runId={modified.runId} planId={modified.planId} />
        }
        actions={
          <Button asChild>
            <Link to={paths.workqueues(app.id)}>Workqueue List</Link>
          </Button>
        }
      />
      {mayChange ? (
        <Tabs.Root
          value={query.tab}
          onValueChange={({ value }) => change({ tab: value as CreateTab })}
          lazyMount
        >
          <Tabs.List>
            {tabOrder(query.workqueue).map((tab) => (
              <Tabs.Trigger key={tab} value={tab}>
                {tabLabels[tab]}
              </Tabs.Trigger>
            ))}
          </Tabs.List>
          <Tabs.Content value="plan">
            <PlanChoices
              appId={app.id}
              paging={paging}
              search={search}
              onPage={(next) => change(next)}
              // One entry of the history, however often the typing pauses.
              onSearch={(text) => change({ search: text, page: 1 }, { replace: true })}
              onNoPlans={() => change({ tab: 'api' })}
            />
          </Tabs.Content>
          <Tabs.Content value="api">
            {modified ? (
              <ModifyForm key={modified.initial} appId={app.id} {...modified} />
            ) : (
              <DefinitionForm key={query.workqueue} appId={app.id} initial={query.workqueue} />
            )}
          </Tabs.Content>
        </Tabs.Root>
      ) : (
        <Box color="ink.2">{peopleMessages.viewersRead}</Box>
      )}
    </>
  )
}
