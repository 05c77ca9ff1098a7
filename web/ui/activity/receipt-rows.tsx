import { Box, chakra } from '@chakra-ui/react'
import { paths } from '#web/paths.ts'
import { ShortId } from '../display/short-id.tsx'
import { TextLink } from '../page/text-link.tsx'

/** Where the rows of a receipt are, as far as that is known, and what was done to them. */
export interface ReceiptPlace {
  action: string
  appId: string | null
  /** The run of its tasks. */
  workqueueId: string | null
}

interface Row {
  id: string
  name: string | null
  error?: string
}

/** The page of a row; null for none. A start that was refused has made no run. */
function pageOf({ id, error }: Row, { action, appId, workqueueId }: ReceiptPlace): string | null {
  if (appId === null) return null
  if (action === 'restart-tasks') return workqueueId && paths.workqueue(appId, workqueueId, `?task=${id}`)
  const isStart = action === 'start-workqueues' || action === 'backfill-schedule'
  const isRun = action === 'cancel-workqueues' || (isStart && error === undefined)
  return isRun ? paths.workqueue(appId, id) : null
}

/** The rows of a receipt by their names, with the reason of a refusal; a run or task is a link. */
export function ReceiptRows({
  label,
  place,
  rows,
}: {
  label: string
  place: ReceiptPlace
  rows: readonly Row[]
}) {
  if (rows.length === 0) return null
  return (
    <chakra.section
      aria-label={label}
      borderWidth="1px"
      borderRadius="md"
      maxH="240px"
      overflowY="auto"
      tabIndex={0}
    >
      <chakra.ul listStyleType="none">
        {rows.map((row) => {
          const { id, name, error } = row
          const page = pageOf(row, place)
          return (
            <chakra.li
              key={id}
              px="3"
              py="1.5"
              borderBottomWidth="1px"
              borderColor="line.soft"
              overflowWrap="anywhere"
              _last={{ borderBottomWidth: '0' }}
            >
              {page && name !== null ? (
                <TextLink to={page} textDecoration="underline">
                  {name}
                </TextLink>
              ) : (
                (name ?? id)
              )}{' '}
              {name !== null && (place.action !== 'start-workqueues' || !error) && (
                <Box as="span" color="ink.3">
                  <ShortId id={id} />
                </Box>
              )}
              {error && <Box color="ink.2">{error}</Box>}
            </chakra.li>
          )
        })}
      </chakra.ul>
    </chakra.section>
  )
}
