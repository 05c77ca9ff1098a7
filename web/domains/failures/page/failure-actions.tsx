import { Button, Flex } from '@chakra-ui/react'
import { useState } from 'react'
import { failureMessages as texts } from '#shared/domains/failures/messages.ts'
import { userName } from '#shared/lib/email.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { Avatar } from '#web/ui/display/avatar.tsx'
import { AlertMe } from '#web/ui/page/alert-me.tsx'
import { AssignMenu } from '../assign-menu.tsx'
import { MuteMenu } from '../mute-menu.tsx'
import type { failureQuery } from '../operations.ts'
import { useFailureDecisions } from '../use-failure-decisions.ts'

type Failure = ResultOf<typeof failureQuery>['failure']

/** What people decide about a failure: whose it is, whether it is muted, that it is over. */
export function FailureActions({ failure: { id, state, owner, type } }: { failure: Failure }) {
  const { assign, mute, unmute, close, busy } = useFailureDecisions(id)
  const [asked, setAsked] = useState(false)
  const size = { height: { base: '10', sm: '8' } }
  return (
    <>
      {/* On a phone a line with "Alert me": what is decided is the next one. */}
      <Flex
        align="center"
        gap="2"
        flex={{ base: '1 0 calc(100% - 128px)', sm: 'none' }}
        color={owner ? undefined : 'ink.2'}
        title={owner?.email}
      >
        <Avatar email={owner?.email ?? null} />
        {owner ? userName(owner.email) : texts.unassigned}
      </Flex>
      <AlertMe {...size} condition={{ kind: 'failureRegressed', type }} />
      <IfMayChange>
        <AssignMenu {...size} ownerId={owner?.userId ?? null} onAssign={assign} disabled={busy} />
        {state !== 'closed' && (
          <>
            <MuteMenu {...size} muted={state === 'muted'} onMute={mute} onUnmute={unmute} disabled={busy} />
            <Button {...size} disabled={busy} onClick={() => setAsked(true)}>
              {texts.close}
            </Button>
          </>
        )}
      </IfMayChange>
      <ConfirmDialog
        title={texts.closeTitle}
        text={texts.closeText}
        open={asked}
        onClose={() => setAsked(false)}
        onConfirm={() => {
          close()
          setAsked(false)
        }}
        confirmLabel={texts.close}
      />
    </>
  )
}
