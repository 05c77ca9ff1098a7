import { Box, Button, Flex } from '@chakra-ui/react'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { modifyMessages as texts } from '#shared/domains/workqueues/modify-messages.ts'
import { taskCountOf } from '#shared/domains/workqueues/what-starts.ts'
import { CodeEditor } from '#web/ui/editor/code-editor.tsx'
import type { ModifiedDefinition } from './use-modified-definition.ts'

/** The whole definition, below the initial state, which is mostly all that is changed; it can be folded. */
export function DefinitionFold({ edited, refused }: { edited: ModifiedDefinition; refused: boolean }) {
  const [opened, setOpened] = useState(true)
  const id = useId()
  // What has a fault is in sight.
  const open = opened || refused || edited.definition === null
  const changed = edited.changes?.some(({ path }) => path[0] !== 'initialState') ?? true
  return (
    <Box bg="surface" borderWidth="1px" borderRadius="lg" boxShadow="card">
      <Flex align="center" columnGap="2" wrap="wrap" px="2" py="1" minH="42px">
        <Button
          type="button"
          size="sm"
          variant="ghost"
          minH={{ base: '10', sm: '7' }}
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpened(!open)}
        >
          {open ? <ChevronDown /> : <ChevronRight />} {texts.definition}
        </Button>
        <Box color="ink.2">
          {texts.tasks(taskCountOf(edited.definition))},{' '}
          {changed ? texts.changedDefinition : texts.sameDefinition}
        </Box>
      </Flex>
      {open && (
        <Box id={id} px="3.5" pb="3.5">
          <Box color="ink.2" mb="2">
            {texts.definitionHint}
          </Box>
          <CodeEditor
            label="Workqueue definition"
            language="json"
            height="min(560px, 60vh)"
            value={edited.text}
            onChange={edited.changeText}
          />
        </Box>
      )}
    </Box>
  )
}
