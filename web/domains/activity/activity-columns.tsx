import { Box } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { userName } from '#shared/lib/email.ts'
import { activityMessages as texts } from '#shared/domains/activity/messages.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/table/column.ts'
import { ExactTime } from '#web/ui/time/moment.tsx'
import { ActivityFold } from '#web/ui/activity/activity-fold.tsx'
import type { FoldFilters } from '#web/ui/activity/folded-records.tsx'
import { activityAddress } from '#web/ui/activity/activity-address.ts'
import { ActivitySentence, pageOfEntity } from '#web/ui/activity/activity-sentence.tsx'
import { apiCall, type CopySubject } from '#web/lib/copy/copy-subject.ts'
import type { ActivityRow } from '#web/lib/activity-operations.ts'

/** Nothing where nothing was said, so that a card has no line for it. */
const said = (text: string | null) =>
  text && (
    <Box as="span" color="ink.2" overflowWrap="anywhere">
      {text}
    </Box>
  )

interface ActivityColumnsProps {
  /** The address at which a receipt opens. */
  toReceipt(id: string): string
  /** What the list is filtered by. */
  filters: FoldFilters
  isPhone: boolean
}

/** What was done, with its reason and what is folded below it; `beside` stands in the line of the fold. */
function What({
  row,
  toReceipt,
  filters,
  beside,
}: ActivityColumnsProps & { row: ActivityRow; beside?: ReactNode }) {
  return (
    <>
      <ActivitySentence row={row} toReceipt={toReceipt} />
      {row.reason && <Box>{said(row.reason)}</Box>}
      <ActivityFold row={row} filters={filters} beside={beside} />
    </>
  )
}

/** On a phone a record is two lines, so that many are in view: what was done, then when and by whom. */
const cardColumns = (props: ActivityColumnsProps): Column<ActivityRow>[] => [
  {
    key: 'action',
    header: texts.what,
    card: 'first',
    render: (row) => (
      <What
        {...props}
        row={row}
        beside={
          <Box
            as="span"
            display="block"
            color="ink.2"
            textStyle="xs"
            overflowWrap="anywhere"
            title={row.actor}
          >
            <ExactTime value={row.at} />
            {` · ${userName(row.actor)}`}
          </Box>
        }
      />
    ),
  },
]

/** When, who, what to which entity with the reason and what is folded below, and from where. */
export const activityColumns = (props: ActivityColumnsProps): Column<ActivityRow>[] =>
  props.isPhone ? cardColumns(props) : rowColumns(props)

const rowColumns = (props: ActivityColumnsProps): Column<ActivityRow>[] => [
  {
    key: 'at',
    header: texts.when,
    width: '150px',
    card: 'start',
    render: ({ at }) => <ExactTime value={at} />,
  },
  { key: 'actor', header: texts.who, width: '210px', card: 'end', render: ({ actor }) => said(actor) },
  {
    key: 'action',
    header: texts.what,
    card: 'first',
    render: (row) => <What {...props} row={row} />,
  },
  { key: 'source', header: texts.source, width: '130px', render: ({ source }) => said(source) },
]

/** What is copied of a record: the entity that it is about, with all that was done to it. */
export const copiedAct = (row: ActivityRow): CopySubject =>
  row.entity === null
    ? { id: row.id, to: paths.activity(), api: 'audit' }
    : {
        id: row.entity,
        to: pageOfEntity(row) ?? activityAddress({ within: row.entity }),
        api: apiCall`audit?within=${row.entity}`,
      }
