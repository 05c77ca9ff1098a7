import { Flex } from '@chakra-ui/react'
import { type ReactNode, useMemo } from 'react'
import { useQuery } from 'urql'
import { failureStates } from '#shared/domains/failures/states.ts'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { useFailToast } from '#web/ui/feedback/request-toasts.ts'
import { ChoiceMenu } from '#web/ui/form/choice-menu.tsx'
import { FilterSelect } from '#web/ui/form/filter-select.tsx'
import type { ShownView } from '#web/domains/views/shown-views.ts'
import { type RowCount, ViewCount } from '#web/domains/views/view-count.tsx'
import { failureChoicesQuery, failureCountQuery } from '../operations.ts'
import { failureFilterVariables, failureViews, type FailureListParams } from './failure-list-params.ts'

const states = failureStates.map((state) => ({ value: state, label: texts.states[state] ?? state }))

interface FailureListFiltersProps {
  query: FailureListParams
  search: ReactNode
  onChange(change: Partial<FailureListParams>): void
}

/** The filters of the list: words, states, one app, one type. */
export function FailureListFilters({
  query: { state, app, type },
  search,
  onChange,
}: FailureListFiltersProps) {
  const [{ data, error }] = useQuery({ query: failureChoicesQuery })
  useFailToast(texts.loadAppsFailed, error)
  const apps = useMemo(() => (data?.apps ?? []).map(({ id, name }) => ({ value: id, label: name })), [data])
  const types = useMemo(
    () => (data?.taskTypes ?? []).toSorted().map((each) => ({ value: each, label: each })),
    [data],
  )
  return (
    <Flex align="center" gap="2" wrap="wrap" mb="3.5" minH="8" role="group" aria-label="Filters">
      {search}
      <FilterSelect
        label={texts.stateFilter}
        options={states}
        value={state}
        onChange={(next) => onChange({ state: failureStates.filter((each) => next.includes(each)) })}
      />
      <ChoiceMenu
        label={texts.appFilter}
        choices={apps}
        value={app}
        onChange={(next) => onChange({ app: next })}
      />
      <ChoiceMenu
        label={texts.typeFilter}
        choices={types}
        value={type}
        onChange={(next) => onChange({ type: next })}
      />
    </Flex>
  )
}

/** How many failures a view has. */
export function FailureCount({ view, shown }: { view: ShownView; shown: RowCount | undefined }) {
  const variables = useMemo(() => failureFilterVariables(failureViews.queryOf(view.query)), [view.query])
  return (
    <ViewCount
      query={failureCountQuery}
      variables={variables}
      countOf={(data) => data.failures}
      shown={shown}
      failed={view.failed}
    />
  )
}
