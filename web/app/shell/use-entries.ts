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
import { useLocation, useMatch, type Location } from 'react-router-dom'
import { useOffered } from '#web/lib/features.ts'
import { useRights } from '#web/lib/rights.tsx'
import { paths } from '#web/paths.ts'

/** An entry of the side menu. */
export interface Entry {
  label: string
  to: string
  icon: LucideIcon
  active: boolean
  /** Of an entry below a section, whether the platform has it; undefined until that is known: its place is kept, so that no entry below moves. */
  offered?: Offered
  /** Shows how many items need attention: always, or only while the menu is folded to icons. */
  counts?: 'unfolded' | 'folded' | false | undefined
  children?: Entry[]
}

type Offered = boolean | undefined

type Page = [
  offered: Offered,
  label: string,
  to: string,
  icon: LucideIcon,
  active: boolean,
  counts?: Entry['counts'],
]

/** The entries of a section that the platform has or may have. */
const entriesOf = (pages: readonly Page[]): Entry[] =>
  pages
    .filter(([offered]) => offered !== false)
    .map(([offered, label, to, icon, active, counts]) => ({ offered, label, to, icon, active, counts }))

/** The pages of one app, in the order of the menu. */
function appEntries(
  appId: string,
  pathname: string,
  { grid, schedules }: Record<'grid' | 'schedules', Offered>,
): Entry[] {
  const page = (offered: Offered, label: string, to: string, icon: LucideIcon): Page => [
    offered,
    label,
    to,
    icon,
    isBelow(pathname, to),
  ]
  return entriesOf([
    page(true, 'Workqueues', paths.workqueues(appId), ListTree),
    page(grid, 'Grid', paths.grid(appId), Grid3x3),
    page(schedules, 'Schedules', paths.schedules(appId), CalendarClock),
    page(true, 'Tasks', paths.tasks(appId), ListChecks),
    page(true, 'Collaborators', paths.collaborators(appId), UserRound),
    page(true, 'Tasks Summary', paths.tasksSummary(appId), ChartNoAxesColumn),
    page(true, 'Settings', paths.settings(appId), Settings),
  ])
}

/** Whether an address is a page or below it: `/apps/1/tasks` is not below `/apps/1/task`. */
const isBelow = (pathname: string, to: string) => pathname === to || pathname.startsWith(`${to}/`)

/** The rules of alerts are a tab of the account. */
const isAlerts = ({ pathname, search }: Location) =>
  pathname === paths.account() && new URLSearchParams(search).get('tab') === 'alerts'

/** The backlog, with which the dashboard opens, and the other screens of the whole account. */
function dashboardEntries(
  location: Location,
  has: Record<'attention' | 'alerts' | 'activity' | 'keys', Offered>,
): Entry[] {
  const { pathname } = location
  const isAttention = isBelow(pathname, paths.attention()) || pathname.startsWith(paths.failure(''))
  const isBacklog = pathname === paths.dashboard() || isBelow(pathname, paths.backlog())
  const isActivity = isBelow(pathname, paths.activity())
  return entriesOf([
    [has.attention, 'Attention', paths.attention(), Siren, isAttention, 'unfolded'],
    [true, 'Backlog', paths.dashboard(), Layers, isBacklog],
    [has.alerts, 'Alerts', paths.alerts(), Bell, isAlerts(location)],
    [has.activity, 'Activity', paths.activity(), History, isActivity],
    [has.keys, 'Keys and tokens', paths.keys(), KeyRound, isBelow(pathname, paths.keys())],
  ])
}

/** The menu for the current address: an app's own pages nest under Apps, those of the dashboard under Dashboard. */
export function useEntries(): Entry[] {
  const location = useLocation()
  const { pathname } = location
  const appId = useMatch('/apps/:id/*')?.params.id
  const { mayChange } = useRights()
  const attention = useOffered('attention')
  const activity = useOffered('audit')
  const alerts = useOffered('alerts')
  const keys = useOffered('keys')
  const grid = useOffered('stats')
  const schedules = useOffered('schedules')
  const section = (label: string, to: string, icon: LucideIcon, children: Entry[] = []): Entry => ({
    label,
    to,
    icon,
    active: isBelow(pathname, to),
    children,
  })
  const onDashboard = { attention, activity, alerts: mayChange && alerts, keys: mayChange && keys }
  return [
    section('Apps', paths.apps(), LayoutGrid, appId ? appEntries(appId, pathname, { grid, schedules }) : []),
    section('Plans', paths.plans(), Waypoints),
    section('Workers', paths.workers(), Cpu),
    section('Scripts', paths.scripts(), FileCode),
    section('Teams', paths.teams(), Users),
    {
      ...section('Dashboard', paths.dashboard(), Gauge, dashboardEntries(location, onDashboard)),
      counts: attention && 'folded',
    },
    section('Clusters', paths.clusters(), Boxes),
  ]
}
