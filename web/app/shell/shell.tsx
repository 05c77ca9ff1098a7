import { Box, chakra, Flex, SkipNavLink } from '@chakra-ui/react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import {
  type Location,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
} from 'react-router-dom'
import { useOffered } from '#web/lib/features.ts'
import { lazyPart } from '#web/lib/parts/lazy-part.tsx'
import { signedInUser, useSession } from '#web/lib/session-context.tsx'
import { LostSince } from '#web/lib/use-time.ts'
import { useLostAt } from '#web/realtime/live-status.ts'
import { useShownZone } from '#web/lib/settings/time-zone.ts'
import { useKeys } from '#web/lib/use-keys.ts'
import { paths } from '#web/paths.ts'
import type { WithoutPage } from '../unknown-address.tsx'
import { SideMenu } from './side-menu.tsx'
import { TopBar } from './top-bar.tsx'
import { usePaletteKey } from './use-palette-key.ts'
import { useRestoredFocus } from './use-restored-focus.ts'

const MAIN_ID = 'main'

/** Each load of the page begins with the same key: by it an address would open where another one was left. */
const scrollKey = ({ key, pathname, search }: Location) => (key === 'default' ? pathname + search : key)

// Loaded lazily: few users belong to no account.
const NoAccount = lazy(async () => ({ default: (await import('./no-account.tsx')).NoAccount }))

// Loaded lazily: only phones open it, and it needs the code of dialogs.
const MenuDrawer = lazy(async () => ({ default: (await import('./menu-drawer.tsx')).MenuDrawer }))

// Loaded lazily: it needs the code of dialogs and of actions.
const PaletteHost = lazyPart(
  async () => (await import('../palette/palette-host.tsx')).PaletteHost,
  () => null,
)

// Loaded lazily: the first screen is shown before keys lead from it and its address is kept.
const ShellKeeper = lazyPart(
  async () => (await import('./shell-keeper.tsx')).ShellKeeper,
  () => null,
)

// Loaded lazily: few addresses are wrong.
const MissingAddress = lazyPart(
  async () => (await import('../missing-address.tsx')).MissingAddress,
  () => null,
)

// Loaded lazily: few visits need it.
const KeyList = lazy(async () => ({ default: (await import('./key-list.tsx')).KeyList }))

// Loaded lazily: the first screen does not wait for a count.
const CountKeeper = lazyPart(
  async () => (await import('#web/domains/attention/count-keeper.tsx')).CountKeeper,
  () => null,
)

/** A thin line at the top while the next page is loading; delayed, so that fast page changes do not flash. */
function NavigationBar() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <Box
      role="progressbar"
      aria-label="Loading page"
      position="fixed"
      top="0"
      insetInline="0"
      height="2px"
      bg="accent"
      zIndex="toast"
      opacity="0"
      animation="appear 120ms 200ms forwards"
    />
  )
}

/** Moves the focus to the new page, as a browser does after loading a document. */
function usePageFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shown = useRef(pathname)
  useEffect(() => {
    const before = shown.current
    if (before === pathname) return
    shown.current = pathname
    // `/` has no page of its own: the user who opened it may already be in a menu.
    // A dialog that was opened while the page was loading keeps it.
    if (before !== paths.root() && !document.querySelector('[role=dialog], [role=alertdialog]'))
      main.current?.focus({ preventScroll: true })
  }, [pathname])
  return main
}

/** The frame of every page of a signed-in user: top bar, side menu, content. */
export function Shell() {
  const { state } = useSession()
  const [menuOpen, setMenuOpen] = useState<boolean | null>(null)
  const [keysOpen, setKeysOpen] = useState<boolean | null>(null)
  const hasAttention = useOffered('attention')
  const [items, setItems] = useState(0)
  const count = hasAttention ? items : 0
  useKeys({ '?': () => setKeysOpen(true) })
  const [paletteOpen, setPaletteOpen] = useState<boolean | null>(null)
  usePaletteKey(paletteOpen === true, () => setPaletteOpen(paletteOpen !== true))
  const zone = useShownZone()
  const lostAt = useLostAt()
  const { pathname, state: arrival } = useLocation() as Location<Partial<WithoutPage> | null>
  const main = usePageFocus()
  useRestoredFocus(main)
  const navigate = useNavigate()
  const leftId = state.phase === 'known' ? state.view.left?._id : undefined
  useEffect(() => {
    // The page that is open belongs to the account that the user has left.
    if (leftId !== undefined) void navigate(paths.apps(), { replace: true })
  }, [leftId, navigate])
  if (state.phase !== 'known') return null
  const who = signedInUser(state.view)
  if (!who) return null
  const { version, left } = state.view
  return (
    <LostSince value={lostAt}>
      <SkipNavLink id={MAIN_ID}>Skip to content</SkipNavLink>
      <NavigationBar />
      <ShellKeeper />
      {hasAttention && <CountKeeper onCount={setItems} />}
      <TopBar
        who={who}
        count={count}
        onMenu={() => setMenuOpen(true)}
        onSearch={() => setPaletteOpen(true)}
      />
      <Flex align="flex-start">
        <Box
          hideBelow="sm"
          position="sticky"
          top="12"
          flexShrink={0}
          width={{ sm: '56px', lg: '204px' }}
          height="calc(100dvh - {sizes.12})"
          px={{ sm: '2', lg: '2.5' }}
          pt="3"
          bg="surface"
          borderEndWidth="1px"
        >
          <SideMenu version={version} count={count} rail />
        </Box>
        <chakra.main
          ref={main}
          id={MAIN_ID}
          tabIndex={-1}
          flex="1"
          minW="0"
          outline="none"
          px={{ base: '4', sm: '6' }}
          pt="5"
          pb="10"
          data-in-order
          // On the first visit of a browser the parts that a platform may lack would move the others.
          data-untold={hasAttention === undefined || undefined}
        >
          {arrival?.missing !== undefined && (
            <MissingAddress key={arrival.missing} address={arrival.missing} />
          )}
          {who.account ? (
            // Another time zone changes every time of a page; the page of the settings itself keeps its focus.
            <Outlet key={pathname === paths.account() ? '' : zone} />
          ) : (
            <Suspense fallback={null}>
              <NoAccount left={left?.name} />
            </Suspense>
          )}
        </chakra.main>
      </Flex>
      {paletteOpen !== null && (
        <PaletteHost
          open={paletteOpen}
          onClose={() => setPaletteOpen(false)}
          onKeys={() => setKeysOpen(true)}
        />
      )}
      {menuOpen !== null && (
        <Suspense fallback={null}>
          <MenuDrawer open={menuOpen} onClose={() => setMenuOpen(false)} version={version} count={count} />
        </Suspense>
      )}
      {keysOpen !== null && (
        <Suspense fallback={null}>
          <KeyList open={keysOpen} onClose={() => setKeysOpen(false)} />
        </Suspense>
      )}
      <ScrollRestoration getKey={scrollKey} />
    </LostSince>
  )
}
