import { Box, chakra, Flex } from '@chakra-ui/react'
import { LayoutGrid, ListTree, type LucideIcon } from 'lucide-react'
import { Link, useLocation, useMatch } from 'react-router-dom'
import { paths } from '../../paths.ts'

interface Entry {
  label: string
  to: string
  icon: LucideIcon
  active: boolean
  children?: Entry[]
}

/** The menu as the address stands: an app's own pages nest under Apps. */
function useEntries(): Entry[] {
  const { pathname } = useLocation()
  const appId = useMatch('/apps/:id/*')?.params.id
  const workqueues = appId && paths.workqueues(appId)
  return [
    {
      label: 'Apps',
      to: paths.apps(),
      icon: LayoutGrid,
      active: pathname.startsWith(paths.apps()),
      children: workqueues
        ? [{ label: 'Workqueues', to: workqueues, icon: ListTree, active: pathname.startsWith(workqueues) }]
        : [],
    },
  ]
}

function EntryLink({
  entry,
  nested,
  rail,
  onFollow,
}: {
  entry: Entry
  nested: boolean
  rail: boolean
  onFollow?: () => void
}) {
  const Icon = entry.icon
  // On the rail only icons fit: the name moves into the tooltip and stays the link's accessible name.
  const onRail = rail ? { sm: 'none', lg: 'inline' } : 'inline'
  return (
    <chakra.span
      display="block"
      css={{
        '& a': {
          display: 'flex',
          alignItems: 'center',
          gap: '2.5',
          height: nested ? '7' : '8',
          px: rail ? { sm: '0', lg: '2.5' } : '2.5',
          justifyContent: rail ? { sm: 'center', lg: 'flex-start' } : 'flex-start',
          borderRadius: 'md',
          color: entry.active ? 'accent' : 'ink.2',
          bg: entry.active && !nested ? 'accent.soft' : undefined,
          fontWeight: 'medium',
          _hover: { bg: entry.active && !nested ? 'accent.soft' : 'hover' },
        },
      }}
    >
      <Link
        to={entry.to}
        aria-label={entry.label}
        aria-current={entry.active ? 'page' : undefined}
        title={rail ? entry.label : undefined}
        onClick={onFollow}
      >
        <Box
          as="span"
          aria-hidden
          lineHeight="0"
          display={nested && !rail ? 'none' : nested ? { sm: 'block', lg: 'none' } : 'block'}
        >
          <Icon size={nested ? 15 : 16} />
        </Box>
        <Box as="span" display={onRail} ps={nested ? (rail ? { lg: '26px' } : '26px') : '0'}>
          {entry.label}
        </Box>
      </Link>
    </chakra.span>
  )
}

/**
 * The menu beside the page and the footer with the version. `rail`: between 700 and 1100 px only icons.
 * `onFollow` is called when a link is followed, so that a drawer can close.
 */
export function SideMenu({
  version,
  rail,
  onFollow,
}: {
  version: string
  rail: boolean
  onFollow?: () => void
}) {
  const entries = useEntries()
  const link = { rail, onFollow }
  return (
    <Flex direction="column" justify="space-between" height="full" minH="0">
      <Box as="nav" aria-label="Main" overflowY="auto">
        <chakra.ul listStyleType="none" display="flex" flexDirection="column" gap="0.5">
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} nested={false} {...link} />
              {entry.children && entry.children.length > 0 && (
                <chakra.ul listStyleType="none" mt="0.5" display="flex" flexDirection="column" gap="0.5">
                  {entry.children.map((child) => (
                    <li key={child.to}>
                      <EntryLink entry={child} nested {...link} />
                    </li>
                  ))}
                </chakra.ul>
              )}
            </li>
          ))}
        </chakra.ul>
      </Box>
      <Box
        as="footer"
        textStyle="xs"
        color="ink.3"
        px={rail ? { sm: '0', lg: '2.5' } : '2.5'}
        py="2"
        textAlign={rail ? { sm: 'center', lg: 'start' } : 'start'}
      >
        {version}
      </Box>
    </Flex>
  )
}
