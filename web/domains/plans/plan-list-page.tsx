import { Box, Button, Field, Input, Textarea } from '@chakra-ui/react'
import { Waypoints } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { planMessages } from '#shared/domains/plans/messages.ts'
import { sampleDefinition } from '#shared/domains/workqueues/sample.ts'
import { userName } from '#shared/lib/email.ts'
import { useRights } from '#web/lib/rights.tsx'
import { ListViews, useViewedList } from '#web/domains/views/list-views.tsx'
import { copied } from '#web/lib/copy/copied-objects.ts'
import { useFeature } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { useQueryState } from '#web/lib/query-string.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { useNarrowerThan, WIDE_PX } from '#web/lib/use-media.ts'
import { paths, RUN_HASH } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { FormDialog } from '#web/ui/dialog/form-dialog.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { CreateButton } from '#web/ui/page/create-button.tsx'
import { CreateAnother } from '#web/ui/page/create-another.tsx'
import { PageHead } from '#web/ui/page/page-head.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { TextLink } from '#web/ui/page/text-link.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { useListSearch } from '#web/ui/table/use-list-search.tsx'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import { healthColumns } from './health/health-columns.tsx'
import { usePlanHealth } from './health/use-plan-health.ts'
import { useCreatePlan } from './mutations.ts'
import { planListQuery } from './operations.ts'
import { planViews } from './plan-views.ts'

/** Asks for a name, creates the plan and opens its editor. */
const newPlan = <CreateButton label={planMessages.newPlan} dialog={NewPlanDialog} />

type PlanRow = ResultOf<typeof planListQuery>['plans']['rows'][number]

const columns: Column<PlanRow>[] = [
  {
    key: 'name',
    header: 'Name',
    width: '30%',
    primary: true,
    sortable: 'ascending',
    render: (plan) => (
      <TextLink to={paths.plan(plan.id)} color="ink" _hover={{ color: 'accent' }}>
        {plan.name}
      </TextLink>
    ),
  },
  {
    key: 'description',
    header: 'Description',
    card: 'first',
    render: (plan) =>
      plan.description && (
        <Box as="span" color="ink.2" lineClamp={2} title={plan.description}>
          {plan.description}
        </Box>
      ),
  },
  {
    key: 'updated',
    header: 'Updated',
    sortable: 'descending',
    width: '20%',
    muted: true,
    render: (plan) => (
      <>
        <Box whiteSpace="nowrap">
          <RelativeTime value={plan.updated} />
        </Box>
        {plan.updatedBy && (
          <Box textStyle="xs" color="ink.3" truncate title={plan.updatedBy}>
            {planMessages.updatedBy(userName(plan.updatedBy))}
          </Box>
        )}
      </>
    ),
  },
]

/** Runs the plan of a row: opens its page with the dialog that asks for the app and the initial state. */
const runColumn: Column<PlanRow> = {
  key: 'run',
  header: '',
  width: '112px',
  align: 'end',
  render: (plan) => (
    <Button asChild size="sm" variant="ghost">
      <Link to={`${paths.plan(plan.id)}${RUN_HASH}`} aria-label={`${planMessages.run}: ${plan.name}`}>
        {planMessages.run}
      </Link>
    </Button>
  ),
}

/** Widths that leave room for how the runs went. */
const narrow: Readonly<Record<string, string>> = { name: '18%', updated: '13%' }

/** The columns of the plans, with how their runs went where the platform tells it, and beside them the way to run them. */
function usePlanColumns(rows: readonly PlanRow[]) {
  const isTold = useFeature('stats')
  const { of, read } = usePlanHealth(rows.map(({ id }) => id))
  const failed = read.failure !== undefined
  const hasSchedules = useFeature('schedules')
  const { mayChange } = useRights()
  const hasRoom = !useNarrowerThan(WIDE_PX)
  const all = useMemo(() => {
    const shown = isTold
      ? columns
          .map((column): Column<PlanRow> => {
            const width = narrow[column.key]
            return width ? { ...column, width } : column
          })
          .toSpliced(-1, 0, ...healthColumns({ of, failed, hasSchedules }))
      : columns
    return mayChange && hasRoom ? [...shown, runColumn] : shown
  }, [isTold, of, failed, hasSchedules, mayChange, hasRoom])
  return { columns: all, health: isTold && rows.length > 0 ? [read] : [] }
}

/** The plans of the account: saved definitions, paged. */
export function PlanListPage() {
  const [query, change] = useQueryState(planViews.parse, planViews.format)
  const { view: _view, ...paging } = query
  const views = useViewedList(planViews, query, planMessages.title)
  const read = useLastRead(planListQuery, paging)
  const { columns: shown, health } = usePlanColumns(read.data?.plans.rows ?? [])
  const { readAt, failing } = useRegularReread([read, ...health])
  const list = useListSearch('plan', query, change)
  const navigate = useNavigate()
  return (
    <>
      <PageHead
        crumbs={[]}
        title={planMessages.title}
        badge={<ReadTime readAt={readAt} failing={failing} regular onReadAgain={read.reread} />}
        actions={
          <CreateAnother read={read} total={read.data?.plans.total} offered={list.noMatch !== null}>
            {newPlan}
          </CreateAnother>
        }
      />
      <ListViews list={planViews} shown={views} total={read.current ? read.data?.plans.total : undefined} />
      {list.field && <Box mb="3.5">{list.field}</Box>}
      <PagedTable
        label={planMessages.title}
        columns={shown}
        layout={views.layout}
        read={read}
        page={read.data?.plans}
        rowId={(plan) => plan.id}
        rowLabel={(plan) => plan.name}
        copyOf={copied.plan}
        onRowClick={(plan) => void navigate(paths.plan(plan.id))}
        failed={planMessages.loadListFailed}
        empty={
          list.noMatch || (
            <EmptyState
              icon={<Waypoints size={20} />}
              title={planMessages.emptyTitle}
              description={planMessages.emptyText}
              action={newPlan}
            />
          )
        }
        paging={paging}
        onPage={change}
      />
    </>
  )
}

function NewPlanDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [sample, setSample] = useState(true)
  const { run, running } = useCreatePlan()
  const navigate = useNavigate()
  const create = async () => {
    const { initialState, firstTasks, tasks } = sampleDefinition
    const content = sample ? { initialState, firstTasks, tasks } : { tasks: [] }
    const data = await run({ plan: { name: name.trim(), description: description.trim(), ...content } })
    if (data) void navigate(paths.plan(data.createPlan.id))
  }
  return (
    <FormDialog
      title={planMessages.newPlan}
      open={open}
      onClose={onClose}
      confirmLabel={planMessages.create}
      confirmDisabled={name.trim() === ''}
      submitting={running}
      onConfirm={() => void create()}
    >
      <DraftKeeper
        inDialog
        form="new"
        values={{ name, description, sample }}
        dirty={name !== '' || description !== ''}
        onRestore={(left) => {
          setName(left.name)
          setDescription(left.description)
          setSample(left.sample)
        }}
      />
      <Field.Root required>
        <Field.Label>{planMessages.name}</Field.Label>
        <Input maxLength={200} value={name} onChange={(event) => setName(event.target.value)} />
      </Field.Root>
      <Field.Root>
        <Field.Label>{planMessages.description}</Field.Label>
        <Textarea
          maxLength={2000}
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </Field.Root>
      <Field.Root>
        <Checkbox checked={sample} onChange={setSample} label={planMessages.sample} />
        <Field.HelperText>{planMessages.sampleHint}</Field.HelperText>
      </Field.Root>
    </FormDialog>
  )
}
