import { Box, Button, Flex } from '@chakra-ui/react'
import { Menu as MenuIcon } from 'lucide-react'
import type { SignedIn } from '#web/lib/session-context.tsx'
import { AccountMenu } from './account-menu.tsx'
import { Logo } from './logo.tsx'
import { UserMenu } from './user-menu.tsx'

/** The bar on top: menu button on a phone, logo, account, user. */
export function TopBar({ who, onMenu }: { who: SignedIn; onMenu(): void }) {
  return (
    <Flex
      as="header"
      position="sticky"
      top="0"
      zIndex="calc({zIndex.docked} + 1)"
      height="12"
      align="center"
      gap="2"
      px={{ base: '2', sm: '4' }}
      bg="surface"
      borderBottomWidth="1px"
    >
      <Button variant="ghost" px="0" hideFrom="sm" aria-label="Open menu" onClick={onMenu}>
        <MenuIcon />
      </Button>
      <Logo />
      <Box flex="1" />
      <AccountMenu who={who} />
      <UserMenu user={who.user} />
    </Flex>
  )
}
