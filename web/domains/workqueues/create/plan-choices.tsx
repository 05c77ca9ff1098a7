import { Box, Button } from '@chakra-ui/react'
import { SearchX, Waypoints } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { planChoiceMessages as texts } from '#shared/domains/workqueues/plan-choice-messages.ts'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { PHONE_PX, useNarrowerThan } from '#web/lib/use-media.ts'
import { useSettledText } from '#web/lib/use-settled-text.ts'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { LastPlans } from './last-plans.tsx'
import { choiceColumns } from './plan-columns.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { PlanSearchField } from './plan-search-field.tsx'
import { usePlanChoices } from './use-plan-choices.ts'

interface PlanChoicesProps {
  appId: string
  paging: PagingQuery
  search: string
  onPage(next: PagingQuery): void
  onSearch(search: string): void
  /** Called by the button that is shown when there are no plans. */
  onNoPlans(): void
}

/** The tab `From Plan`: the saved plans, found by typing; the chosen one opens the dialog that runs it. */
export function PlanChoices({ appId, paging, search, onPage, onSearch, onNoPlans }: PlanChoicesProps) {
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null)
  const [typed, setTyped] = useSettledText(search, onSearch)
  const isPhone = useNarrowerThan(PHONE_PX)
  const { ran, ranAt, read, rows, page, unread, first } = usePlanChoices(appId, paging, typed)
  const columns = useMemo(() => choiceColumns({ ranAt, onChoose: setChosen }), [ranAt])
  const table = useRef<HTMLDivElement>(null)

  // Enter may come before the plans are read: it then opens the first one as soon as that is known.
  const [entered, setEntered] = useState<string | null>(null)
  if (entered !== null && first !== undefined) {
    setEntered(null)
    if (first && entered === typed) setChosen(first)
  }

  const hasSearch = typed.trim() !== ''
  // On a phone, where the list is below them, they would only repeat it while it has all plans.
  const isListed = isPhone && (rows === undefined || rows.rows.length === rows.total)
  const isEmpty = !hasSearch && paging.page === 1 && rows?.total === 0
  return (
    <>
      {!isEmpty && (
        <Box mb="3.5">
          <PlanSearchField
            value={typed}
            first={first?.name ?? null}
            onChange={setTyped}
            onEnter={() => hasSearch && setEntered(typed)}
            onRows={() => table.current?.querySelector<HTMLElement>('tr[data-row]')?.focus()}
          />
        </Box>
      )}
      {!hasSearch && !isListed && <LastPlans plans={ran} onChoose={setChosen} />}
      <div ref={table}>
        <PagedTable
          label="Plans"
          columns={columns}
          read={read}
          page={rows}
          rowId={(plan) => plan.id}
          failed={workqueueMessages.loadPlansFailed}
          empty={
            hasSearch ? (
              <EmptyState
                icon={<SearchX size={20} />}
                title={texts.noMatch(typed.trim())}
                action={<Button onClick={() => setTyped('')}>{texts.clear}</Button>}
              />
            ) : (
              <EmptyState
                icon={<Waypoints size={20} />}
                title="No plans yet"
                description="A plan is a saved definition that can be run again and again. A definition can also be submitted directly."
                action={<Button onClick={onNoPlans}>Submit a definition</Button>}
              />
            )
          }
          onRowClick={(plan) => setChosen(plan)}
          paging={{ ...paging, page }}
          onPage={onPage}
        />
      </div>
      {unread > 0 && (
        <Box mt="2" color="ink.2">
          {texts.unread(unread)}
        </Box>
      )}
      {chosen && <PlanDialog appId={appId} plan={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}
