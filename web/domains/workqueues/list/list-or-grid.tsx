import { Box, chakra } from '@chakra-ui/react'
import { LayoutGrid, List } from 'lucide-react'
import { Link } from 'react-router-dom'
import { gridMessages } from '#shared/domains/workqueues/grid-messages.ts'
import { useFeature } from '#web/lib/features.ts'
import { paths } from '#web/paths.ts'

/** Leads from the list of the runs of an app to the grid of a plan, and back. On a platform with statistics only. */
export function ListOrGrid({
  appId,
  current,
  queries,
}: {
  appId: string
  current: 'list' | 'grid'
  /** The queries of both for what is shown. */
  queries: Record<'list' | 'grid', string>
}) {
  if (!useFeature('stats')) return null
  const views = [
    { key: 'list', label: gridMessages.list, to: paths.workqueues(appId, queries.list), Icon: List },
    { key: 'grid', label: gridMessages.title, to: paths.grid(appId, queries.grid), Icon: LayoutGrid },
  ]
  return (
    <Box
      as="nav"
      aria-label={gridMessages.views}
      display="inline-flex"
      flexShrink={0}
      p="2px"
      gap="2px"
      bg="pressed"
      borderRadius="md"
      css={{ '& > a': link }}
    >
      {views.map(({ key, label, to, Icon }) => (
        <Link
          key={key}
          to={to}
          data-touch
          aria-label={label}
          title={label}
          aria-current={key === current ? 'page' : undefined}
        >
          <Icon size={15} aria-hidden />
          {/* On a phone the filters beside it need the room. */}
          <chakra.span hideBelow="sm">{label}</chakra.span>
        </Link>
      ))}
    </Box>
  )
}

const link = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: '1.5',
  flexGrow: 1,
  height: { base: '9', sm: '7' },
  minW: { base: '9', sm: '0' },
  px: '2.5',
  borderRadius: 'sm',
  color: 'ink.2',
  fontWeight: 'medium',
  _hover: { color: 'ink' },
  '&[aria-current=page]': { bg: 'surface', color: 'ink', boxShadow: 'card' },
} as const
