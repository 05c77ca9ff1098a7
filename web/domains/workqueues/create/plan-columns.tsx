import { Box, Button } from '@chakra-ui/react'
import { ChevronRight } from 'lucide-react'
import { planChoiceMessages as texts } from '#shared/domains/workqueues/plan-choice-messages.ts'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { PlanChoice } from './use-plan-choices.ts'

/** What a plan is, when it ran last in the app, and the way on. `ranAt`: times by the ids of plans. */
export const choiceColumns = ({
  ranAt,
  onChoose,
}: {
  ranAt: ReadonlyMap<string, string>
  onChoose(plan: PlanChoice): void
}): Column<PlanChoice>[] => [
  {
    key: 'name',
    header: 'Name',
    width: '28%',
    primary: true,
    sortable: 'ascending',
    render: (plan) => plan.name,
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
    key: 'lastRun',
    header: texts.lastRun,
    width: '14%',
    render: ({ id }) => {
      const at = ranAt.get(id)
      return at ? (
        <RelativeTime value={at} />
      ) : (
        <Box as="span" color="ink.3">
          {texts.notRun}
        </Box>
      )
    },
  },
  {
    key: 'updated',
    header: 'Updated',
    sortable: 'descending',
    width: '14%',
    muted: true,
    render: (plan) => <RelativeTime value={plan.updated} />,
  },
  {
    key: 'choose',
    header: '',
    width: '116px',
    align: 'end',
    card: 'head',
    render: (plan) => (
      // Out of the tab order, where the whole row is already.
      <Button
        size="sm"
        minH={{ base: '10', sm: '7' }}
        tabIndex={-1}
        aria-label={texts.chooseOf(plan.name)}
        onClick={() => onChoose(plan)}
      >
        {texts.choose} <ChevronRight />
      </Button>
    ),
  },
]
