import { Box } from '@chakra-ui/react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { paths } from '#web/paths.ts'
import { NameLink, oneLine } from '#web/ui/table/cells.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { RelativeTime } from '#web/ui/time/moment.tsx'
import type { failureListQuery } from '../operations.ts'
import { FailureStateBadge } from '../state-badge.tsx'

type FailureRow = ResultOf<typeof failureListQuery>['failures']['rows'][number]

const number = (count: number | null) => (count ?? 0).toLocaleString('en')

/** The columns of the list of failures. */
export const failureListColumns: Column<FailureRow>[] = [
  {
    key: 'title',
    header: texts.columns.failure,
    primary: true,
    fixed: true,
    width: '40%',
    sortable: 'ascending',
    render: ({ id, title, type }) => (
      <Box as="span" display="block" minW="0" minH={{ sm: '10' }}>
        <NameLink to={paths.failure(id)} name={title} />
        <Box
          as="span"
          display="block"
          color="ink.3"
          fontWeight="normal"
          textStyle="mono"
          title={type}
          {...oneLine}
        >
          {type}
        </Box>
      </Box>
    ),
  },
  {
    key: 'state',
    header: texts.columns.state,
    width: '104px',
    card: 'head',
    render: ({ state }) => <FailureStateBadge state={state} />,
  },
  {
    key: 'tasks',
    header: texts.columns.tasks,
    width: '80px',
    align: 'end',
    sortable: 'descending',
    render: ({ tasks }) => number(tasks),
  },
  {
    key: 'runs',
    header: texts.columns.runs,
    width: '112px',
    align: 'end',
    sortable: 'descending',
    render: ({ runs }) => number(runs),
  },
  {
    key: 'first',
    header: texts.columns.first,
    width: '128px',
    muted: true,
    sortable: 'descending',
    render: ({ first }) => <RelativeTime value={first} />,
  },
  {
    key: 'last',
    header: texts.columns.last,
    width: '128px',
    muted: true,
    sortable: 'descending',
    render: ({ last }) => <RelativeTime value={last} />,
  },
  {
    key: 'owner',
    header: texts.columns.owner,
    width: '120px',
    fixed: true,
    render: ({ owner }) =>
      owner ? (
        <Box as="span" display="block" title={owner.email} {...oneLine}>
          {owner.email.split('@')[0]}
        </Box>
      ) : (
        <Box as="span" color="ink.3">
          {texts.unassigned}
        </Box>
      ),
  },
]
