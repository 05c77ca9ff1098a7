import { Box, chakra, Flex } from '@chakra-ui/react'
import {
  Bell,
  Boxes,
  CalendarClock,
  ChartNoAxesColumn,
  Cpu,
  FileCode,
  Gauge,
  Grid3x3,
  History,
  KeyRound,
  Layers,
  LayoutGrid,
  ListChecks,
  ListTree,
  Settings,
  Siren,
  UserRound,
  Users,
  Waypoints,
  type LucideIcon,
} from 'lucide-react'
import { useId } from 'react'
import { Link, useLocation, useMatch, type Location } from 'react-router-dom'
import { useRights } from '#web/lib/rights.tsx'
import { useFeature } from '#web/lib/features.ts'
import { paths } from '#web/paths.ts'
import { MenuCount } from './menu-count.tsx'

interface Entry {
  label: string
  to: string
  icon: LucideIcon
  active: boolean
  /** Shows how many items need attention: always, or only while the menu is folded to icons. */
  counts?: 'unfolded' | 'folded'
  children?: Entry[]
}

/** A window as low as that of a laptop at 200 %, where all entries of an app have to fit. */
const LOW = '@media (max-height: 520px) and (pointer: fine)'

/** Its style of the entries below a section, while another section that has some is open: only the one with a count. */
const onlyCounted = { '& > li:not([data-counts])': { display: 'none' } }

/** An entry of a section; false: the platform does not have it. */
type Page = false | [label: string, to: string, icon: LucideIcon, active: boolean, counts?: Entry['counts']]

const entriesOf = (pages: readonly Page[]): Entry[] =>
  pages
    .filter((page) => page !== false)
    .map(([label, to, icon, active, counts]) => ({ label, to, icon, active, ...(counts && { counts }) }))

/** The pages of one app, in the order of the menu. */
function appEntries(
  appId: string,
  pathname: string,
  { hasGrid, hasSchedules }: Record<'hasGrid' | 'hasSchedules', boolean>,
): Entry[] {
  const page = (label: string, to: string, icon: LucideIcon): Page => [label, to, icon, isBelow(pathname, to)]
  return entriesOf([
    page('Workqueues', paths.workqueues(appId), ListTree),
    hasGrid && page('Grid', paths.grid(appId), Grid3x3),
    hasSchedules && page('Schedules', paths.schedules(appId), CalendarClock),
    page('Tasks', paths.tasks(appId), ListChecks),
    page('Collaborators', paths.collaborators(appId), UserRound),
    page('Tasks Summary', paths.tasksSummary(appId), ChartNoAxesColumn),
    page('Settings', paths.settings(appId), Settings),
  ])
}

/** Whether an address is a page or below it: `/apps/1/tasks` is not below `/apps/1/task`. */
const isBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`)

/** The rules of alerts are a tab of the account. */
const isAlerts = ({ pathname, search }: Location) =>
  pathname === paths.account() && new URLSearchParams(search).get('tab') === 'alerts'

/** The backlog, with which the dashboard opens, and the other screens of the whole account that the platform has. */
function dashboardEntries(
  location: Location,
  has: Record<'attention' | 'alerts' | 'activity' | 'keys', boolean>,
): Entry[] {
  const { pathname } = location
  const isAttention = isBelow(pathname, paths.attention()) || pathname.startsWith(paths.failure(''))
  const isBacklog = pathname === paths.dashboard() || isBelow(pathname, paths.backlog())
  return entriesOf([
    has.attention && ['Attention', paths.attention(), Siren, isAttention, 'unfolded'],
    ['Backlog', paths.dashboard(), Layers, isBacklog],
    has.alerts && ['Alerts', paths.alerts(), Bell, isAlerts(location)],
    has.activity && ['Activity', paths.activity(), History, isBelow(pathname, paths.activity())],
    has.keys && ['Keys and tokens', paths.keys(), KeyRound, isBelow(pathname, paths.keys())],
  ])
}

/** The menu for the current address: an app's own pages nest under Apps, those of the dashboard under Dashboard. */
function useEntries(): Entry[] {
  const location = useLocation()
  const { pathname } = location
  const appId = useMatch('/apps/:id/*')?.params.id
  const hasAttention = useFeature('attention')
  const hasActivity = useFeature('audit')
  const { mayChange } = useRights()
  const hasAlerts = useFeature('alerts') && mayChange
  const hasKeys = useFeature('keys') && mayChange
  const hasGrid = useFeature('stats')
  const hasSchedules = useFeature('schedules')
  const section = (label: string, to: string, icon: LucideIcon, children: Entry[] = []): Entry => ({
    label,
    to,
    icon,
    active: isBelow(pathname, to),
    children,
  })
  return [
    section(
      'Apps',
      paths.apps(),
      LayoutGrid,
      appId ? appEntries(appId, pathname, { hasGrid, hasSchedules }) : [],
    ),
    section('Plans', paths.plans(), Waypoints),
    section('Workers', paths.workers(), Cpu),
    section('Scripts', paths.scripts(), FileCode),
    section('Teams', paths.teams(), Users),
    {
      ...section(
        'Dashboard',
        paths.dashboard(),
        Gauge,
        dashboardEntries(location, {
          attention: hasAttention,
          alerts: hasAlerts,
          activity: hasActivity,
          keys: hasKeys,
        }),
      ),
      ...(hasAttention && { counts: 'folded' as const }),
    },
    section('Clusters', paths.clusters(), Boxes),
  ]
}

function EntryLink({
  entry,
  count,
  nested,
  rail,
  onFollow,
}: {
  entry: Entry
  /** How many items need attention. */
  count: number
  nested: boolean
  rail: boolean
  onFollow?: () => void
}) {
  const Icon = entry.icon
  const countId = useId()
  // The icon rail has no room for names: the name becomes the tooltip and stays the accessible name of the
  // link.
  const onRail = rail ? { sm: 'none', lg: 'inline' } : 'inline'
  return (
    <chakra.span
      display="block"
      position="relative"
      css={{
        '& a': {
          display: 'flex',
          alignItems: 'center',
          gap: '2.5',
          height: rail ? (nested ? '7' : '8') : '10',
          px: rail ? { sm: '0', lg: '2.5' } : '2.5',
          justifyContent: rail ? { sm: 'center', lg: 'flex-start' } : 'flex-start',
          borderRadius: 'md',
          color: entry.active ? 'accent' : 'ink.2',
          bg: entry.active && !nested ? 'accent.soft' : undefined,
          fontWeight: 'medium',
          _hover: { bg: entry.active && !nested ? 'accent.soft' : 'hover' },
          '[data-rail] &': { [LOW]: { height: nested ? '6' : '26px' } },
        },
      }}
    >
      <Link
        to={entry.to}
        aria-label={entry.label}
        aria-describedby={entry.counts && count > 0 ? countId : undefined}
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
      {entry.counts && <MenuCount count={count} id={countId} shown={entry.counts} />}
    </chakra.span>
  )
}

/**
 * The side menu, with the version in its footer. `rail` shows only icons between 700 and 1100 px; without it the menu is
 * for fingers. `onFollow` is called when a link is followed, so that a drawer can close.
 */
export function SideMenu({
  version,
  count,
  rail,
  onFollow,
}: {
  version: string
  /** How many items need attention. */
  count: number
  rail: boolean
  onFollow?: () => void
}) {
  const entries = useEntries()
  const link = { rail, onFollow, count }
  const unfolded = entries.filter(({ children }) => children && children.length > 0)
  return (
    <Flex direction="column" justify="space-between" height="full" minH="0" data-rail={rail || undefined}>
      <Box as="nav" aria-label="Main" overflowY="auto" css={{ '[data-rail] > &': { [LOW]: { mt: '-2' } } }}>
        <chakra.ul
          listStyleType="none"
          display="flex"
          flexDirection="column"
          gap="0.5"
          css={{ [LOW]: { gap: '0' } }}
        >
          {entries.map((entry) => (
            <li key={entry.to}>
              <EntryLink entry={entry} nested={false} {...link} />
              {entry.children && entry.children.length > 0 && (
                <chakra.ul
                  listStyleType="none"
                  mt="0.5"
                  display="flex"
                  flexDirection="column"
                  gap="0.5"
                  css={{
                    [LOW]: {
                      gap: '0',
                      mt: '0',
                      ...(rail && !entry.active && unfolded.length > 1 && onlyCounted),
                    },
                  }}
                >
                  {entry.children.map((child) => (
                    <li key={child.to} data-counts={child.counts}>
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
        css={{ [LOW]: { py: '0.5' } }}
        textAlign={rail ? { sm: 'center', lg: 'start' } : 'start'}
      >
        {version}
      </Box>
    </Flex>
  )
}
