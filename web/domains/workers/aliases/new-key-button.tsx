import { Box, Button, chakra, Flex } from '@chakra-ui/react'
import { KeyRound, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { Dialog } from '#web/ui/dialog/dialog.tsx'
import { TextDialog } from '#web/ui/dialog/form-dialog.tsx'
import { CopyButton } from '#web/ui/display/copy-button.tsx'
import { useAddPrivateKey } from './mutations.ts'
import type { addPrivateKeyMutation } from './operations.ts'

type NewKey = ResultOf<typeof addPrivateKeyMutation>['addPrivateKey']

/** Generate New Priv Key: asks for a name, then shows the key once. */
export function NewKeyButton({
  workerId,
  alias,
  onAdded,
}: {
  workerId: string
  alias: string
  onAdded(): void
}) {
  const [open, setOpen] = useState(false)
  const [made, setMade] = useState<NewKey | null>(null)
  const add = useAddPrivateKey()
  const submit = async (name: string) => {
    const data = await add.run({ workerId, alias, name })
    if (!data) return
    setOpen(false)
    setMade(data.addPrivateKey)
    onAdded()
  }
  return (
    <>
      <Button size="sm" aria-label={`${workerMessages.generateKey}: ${alias}`} onClick={() => setOpen(true)}>
        <KeyRound />
        {workerMessages.generateKey}
      </Button>
      <TextDialog
        title={workerMessages.newKey}
        label={workerMessages.keyName}
        maxLength={100}
        confirmLabel={workerMessages.generate}
        open={open}
        onClose={() => setOpen(false)}
        submitting={add.running}
        onSubmit={(name) => void submit(name)}
      />
      {made && <NewKeyDialog made={made} onClose={() => setMade(null)} />}
    </>
  )
}

/** A new private key. It is shown only now: the platform does not store the private half. */
function NewKeyDialog({
  made,
  onClose,
}: {
  made: { privateKey: string; key: { id: string; name: string } }
  onClose(): void
}) {
  return (
    <Dialog
      title={workerMessages.keyOnceTitle}
      open
      onClose={onClose}
      footer={
        <Button variant="solid" onClick={onClose}>
          {workerMessages.done}
        </Button>
      }
    >
      <Flex gap="2.5" px="3" py="2.5" borderRadius="md" bg="status.retry.soft" color="status.retry.fg" mb="4">
        <Box pt="0.5" flexShrink={0}>
          <TriangleAlert size={16} aria-hidden />
        </Box>
        {workerMessages.keyOnce}
      </Flex>
      <Flex align="center" justify="space-between" gap="3" mb="2">
        <Box fontWeight="medium" overflowWrap="anywhere">
          {made.key.name}
        </Box>
        <CopyButton
          label={workerMessages.copyKey}
          caption={workerMessages.copy}
          text={() => made.privateKey}
        />
      </Flex>
      <chakra.pre
        // Focusable, so that a long key can be scrolled by the keyboard.
        tabIndex={0}
        aria-label={workerMessages.keyOnceTitle}
        role="region"
        textStyle="mono"
        p="3"
        bg="bg"
        borderWidth="1px"
        borderRadius="md"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
        maxH="40vh"
        overflowY="auto"
      >
        {made.privateKey}
      </chakra.pre>
      <Flex align="center" gap="2" mt="3" color="ink.2" wrap="wrap">
        {workerMessages.keyId}
        <Box as="span" textStyle="mono" color="ink" overflowWrap="anywhere">
          {made.key.id}
        </Box>
        <CopyButton label={`Copy ${workerMessages.keyId}`} text={() => made.key.id} />
      </Flex>
    </Dialog>
  )
}
