import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react'
import { Play } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { workqueueMessages } from '#shared/domains/workqueues/messages.ts'
import { parseJson } from '#web/lib/json-text.ts'
import { paths } from '#web/paths.ts'
import { DraftKeeper } from '#web/ui/dialog/draft-keeper.tsx'
import { UnsavedGuard } from '#web/ui/dialog/unsaved-changes.tsx'
import { DefinitionFaults } from '#web/ui/feedback/definition-faults.tsx'
import { failText } from '#web/ui/feedback/error-text.ts'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useStartWorkqueue } from '../start-mutations.ts'

/** The form that submits a definition: fields, what stands beside them, and the faults of the last attempt. */
export function SubmittedForm({
  appId,
  draft,
  text,
  dirty,
  fault = null,
  onRestore,
  aside,
  note,
  children,
}: {
  appId: string
  /** Name of the draft. */
  draft: string
  /** The definition as JSON. */
  text: string
  dirty: boolean
  /** Why the text is not all that the fields contain; null when it is. */
  fault?: string | null
  onRestore(text: string): void
  aside: ReactNode
  /** What is said beside the button. */
  note?: ReactNode
  /** Gets whether the last attempt was refused. */
  children(refused: boolean): ReactNode
}) {
  const [faults, setFaults] = useState<string[]>([])
  const [startedId, setStartedId] = useState<string | null>(null)
  const { run, running } = useStartWorkqueue()

  const submit = async () => {
    setFaults([])
    const parsed = fault === null ? parseJson(text) : { reason: fault }
    if ('reason' in parsed) {
      toast.error(failText(workqueueMessages.parseFailed, parsed.reason))
      return setFaults([parsed.reason])
    }
    const result = await run(appId, parsed.value)
    if ('id' in result) setStartedId(result.id)
    else setFaults(result.faults)
  }

  return (
    <chakra.form
      onSubmit={(event) => {
        event.preventDefault()
        if (!running && startedId === null) void submit()
      }}
    >
      <UnsavedGuard dirty={dirty && startedId === null} />
      {startedId !== null && <Navigate to={paths.workqueue(appId, startedId)} />}
      <DraftKeeper form={draft} values={text} dirty={dirty && startedId === null} onRestore={onRestore} />
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' }}
        templateRows={{ lg: 'auto 1fr' }}
        gap="4"
        alignItems="start"
      >
        <Box minW="0" display="grid" gap="4" gridColumn="1">
          {children(faults.length > 0)}
        </Box>
        <Flex
          direction="column"
          gap="4"
          minW="0"
          gridColumn={{ lg: '2' }}
          gridRow={{ lg: '1 / span 2' }}
          order={{ base: faults.length > 0 ? -1 : 0, lg: 0 }}
        >
          {faults.length > 0 && <DefinitionFaults outcome="Not started" faults={faults} />}
          {aside}
        </Flex>
        <Flex
          align="center"
          columnGap="3"
          rowGap="2"
          wrap="wrap"
          gridColumn={{ lg: '1' }}
          // In sight however long the form is.
          position="sticky"
          bottom="0"
          zIndex="docked"
          bg="surface"
          borderWidth="1px"
          borderTopRadius="lg"
          boxShadow="raised"
          px="3.5"
          py="2.5"
        >
          <Button type="submit" variant="solid" loading={running || startedId !== null}>
            <Play /> Submit
          </Button>
          {note}
        </Flex>
      </Grid>
    </chakra.form>
  )
}
