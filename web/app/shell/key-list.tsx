import { Box, chakra } from '@chakra-ui/react'
import { Fragment, useSyncExternalStore } from 'react'
import { pageMessages } from '#shared/lib/page-messages.ts'
import { paletteKeys } from '#web/lib/palette/platform-keys.ts'
import { keyNames, type KeyGroup, type KeyNames } from '#web/lib/use-keys.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { KeyCap } from '#web/ui/display/key-cap.tsx'

const groups: readonly KeyGroup[] = ['page', 'go', 'any']

/** The keys of what is on the screen, by where they work. */
export function KeyList({ open, onClose }: { open: boolean; onClose(): void }) {
  const shown = useSyncExternalStore(keyNames.subscribe, keyNames.get)
  // Two parts of a page may have the same keys for the same purpose.
  const namesOf = (group: KeyGroup): KeyNames =>
    Object.assign({}, ...shown.filter((each) => each.group === group).map(({ names }) => names)) as KeyNames
  const any = { ...namesOf('any'), [paletteKeys()]: pageMessages.paletteKey, ...pageMessages.anyKeys }
  return (
    <Dialog title={pageMessages.keysTitle} size="md" open={open} onClose={onClose}>
      {groups.map((group) => (
        <KeyTable
          key={group}
          title={pageMessages.keyGroups[group]}
          names={group === 'any' ? any : namesOf(group)}
        />
      ))}
    </Dialog>
  )
}

function KeyTable({ title, names }: { title: string; names: KeyNames }) {
  const entries = Object.entries(names)
  if (entries.length === 0) return null
  return (
    <Box as="section" mb="4">
      <chakra.h3 textStyle="xs" color="ink.3" fontWeight="medium" mb="2">
        {title}
      </chakra.h3>
      <chakra.dl
        display="grid"
        gridTemplateColumns={{
          base: 'minmax(88px, max-content) 1fr',
          sm:
            entries.length > 8 ? 'repeat(2, minmax(88px, max-content) 1fr)' : 'minmax(88px, max-content) 1fr',
        }}
        columnGap="4"
        rowGap="2"
      >
        {entries.map(([keys, purpose]) => (
          <Fragment key={keys}>
            <chakra.dt display="flex" alignItems="center" gap="1">
              {keys.split(' ').map((key, place) =>
                key === 'then' ? (
                  <Box as="span" key={place} textStyle="xs" color="ink.3">
                    {key}
                  </Box>
                ) : (
                  <KeyCap key={place} name={key} />
                ),
              )}
            </chakra.dt>
            <chakra.dd m="0" color="ink.2">
              {purpose}
            </chakra.dd>
          </Fragment>
        ))}
      </chakra.dl>
    </Box>
  )
}
