import { chakra } from '@chakra-ui/react'
import { Fragment, useSyncExternalStore } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { keyNames } from '#web/lib/use-keys.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

/** The keys of what is on the screen. */
export function KeyList({ open, onClose }: { open: boolean; onClose(): void }) {
  const shown = useSyncExternalStore(keyNames.subscribe, keyNames.get)
  // Two parts of a page may have the same keys for the same purpose.
  const entries = Object.entries(Object.assign({}, ...shown, pageMessages.anyKeys) as Record<string, string>)
  return (
    <Dialog title={pageMessages.keysTitle} size="sm" open={open} onClose={onClose}>
      <chakra.dl display="grid" gridTemplateColumns="max-content 1fr" columnGap="4" rowGap="2">
        {entries.map(([keys, purpose]) => (
          <Fragment key={keys}>
            <chakra.dt display="flex" gap="1">
              {keys.split(' ').map((key) => (
                <chakra.kbd
                  key={key}
                  textStyle="mono"
                  borderWidth="1px"
                  borderRadius="xs"
                  bg="bg"
                  px="1.5"
                  minW="6"
                  textAlign="center"
                >
                  {key}
                </chakra.kbd>
              ))}
            </chakra.dt>
            <chakra.dd m="0" color="ink.2">
              {purpose}
            </chakra.dd>
          </Fragment>
        ))}
      </chakra.dl>
    </Dialog>
  )
}
