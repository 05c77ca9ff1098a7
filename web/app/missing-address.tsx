import { Box, Button, Flex } from '@chakra-ui/react'
import { SearchX, X } from 'lucide-react'
import { Link, matchPath, useLocation, useNavigate } from 'react-router-dom'
import { pageMessages as texts } from '#shared/lib/page-messages.ts'
import { nearestScreen } from './nearest-screen.ts'
import { paletteAsked } from './palette/typed-ahead.ts'
import { useScreensOf } from './use-screens.ts'

/** The last part of an address, which is often an id or a name: `/apps/a1/run/6b07` is about `6b07`. */
const lastPart = (pathname: string) =>
  (pathname.split('/').findLast(Boolean) ?? '').replace(/%[0-9a-f]{2}/gi, ' ')

/**
 * Above the page that was opened instead of an address without a page: names that address, and offers the screen whose name is
 * nearly the same and a search for what it is about. It stays until another page is opened.
 */
export function MissingAddress({ address }: { address: string }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const screens = useScreensOf(matchPath('/apps/:id/*', address)?.params.id)
  const nearest = nearestScreen(address, screens)
  return (
    <Flex
      role="alert"
      align="center"
      wrap="wrap"
      columnGap="3"
      rowGap="2"
      mb="4"
      ps="3.5"
      pe="1.5"
      py="1.5"
      bg="status.retry.soft"
      borderWidth="1px"
      borderColor="color-mix(in srgb, {colors.status.retry.fg} 35%, transparent)"
      borderRadius="lg"
    >
      <Flex flex="1 1 260px" gap="2.5" minW="0" align="center">
        <Box color="status.retry.fg" flexShrink={0} lineHeight="0">
          <SearchX size={16} aria-hidden />
        </Box>
        <Box fontWeight="medium" overflowWrap="anywhere">
          {texts.noPage(address)}
        </Box>
      </Flex>
      <Flex gap="2" wrap="wrap">
        {nearest && (
          <Button asChild>
            <Link to={nearest.to}>{texts.openInstead(nearest.label)}</Link>
          </Button>
        )}
        <Button onClick={() => paletteAsked.raise(lastPart(address))}>{texts.searchIt}</Button>
        <Button
          variant="ghost"
          px="0"
          aria-label={texts.closeNote}
          onClick={() => void navigate(pathname + search, { replace: true, state: null })}
        >
          <X />
        </Button>
      </Flex>
    </Flex>
  )
}
