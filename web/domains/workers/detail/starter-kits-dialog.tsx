import { Box, Tabs } from '@chakra-ui/react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { starterKits } from '#shared/domains/workers/starter-kits/index.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { Dialog } from '#web/ui/dialog/dialog.tsx'

/** A whole worker in each language, to read and copy. */
export function StarterKitsDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  return (
    <Dialog title={workerMessages.starterKits} open={open} onClose={onClose} size="xl">
      <Box color="ink.2" mb="2">
        {workerMessages.starterKitsText}
      </Box>
      <Tabs.Root defaultValue={starterKits[0].title} lazyMount unmountOnExit>
        <Tabs.List>
          {starterKits.map(({ title }) => (
            <Tabs.Trigger key={title} value={title}>
              {title}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
        {starterKits.map(({ title, language, code }) => (
          <Tabs.Content key={title} value={title} position="relative">
            <Box position="absolute" top="6" insetEnd="4" zIndex="1" bg="surface" borderRadius="md">
              <CopyButton label={`Copy ${title}`} text={() => code} />
            </Box>
            <CodeEditor
              language={language}
              readOnly
              height="min(56vh, 560px)"
              label={title}
              value={code}
              tabSize={2}
            />
          </Tabs.Content>
        ))}
      </Tabs.Root>
    </Dialog>
  )
}
