import { Box, Button, Flex } from '@chakra-ui/react'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { appSettingsMessages as texts } from '#shared/domains/apps/access-messages.ts'
import { appMessages } from '#shared/domains/apps/messages.ts'
import { mayRemoveToken } from '#shared/domains/apps/rules.ts'
import { IfMayChange } from '#web/lib/rights.tsx'
import type { ResultOf } from '#web/lib/graphql.ts'
import { ConfirmDialog } from '#web/ui/dialog/confirm-dialog.tsx'
import { CopyButton, SecretText } from '#web/ui/display/copy-button.tsx'
import type { Column } from '#web/ui/table/column.ts'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { EmptyState } from '#web/ui/feedback/placeholders.tsx'
import { Impact } from '#web/ui/page/impact.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { toast } from '#web/ui/feedback/toast.tsx'
import { useAddToken, useRemoveToken, useRevealToken } from './access-mutations.ts'
import type { appAccessQuery } from './access-operations.ts'
import { RowDeleteButton } from '#web/ui/table/cells.tsx'

type Token = ResultOf<typeof appAccessQuery>['app']['tokens'][number]

/** The access tokens of an app; undefined while they are loading. */
export function TokensPanel({ appId, tokens }: { appId: string; tokens: Token[] | undefined }) {
  const [toDelete, setToDelete] = useState<Token | null>(null)
  const add = useAddToken()
  const remove = useRemoveToken()
  const reveal = useRevealToken()
  const askToDelete = (token: Token) => {
    if (mayRemoveToken(tokens?.length ?? 0)) setToDelete(token)
    else toast.error(texts.lastToken)
  }
  const confirm = async () => {
    if (!toDelete) return
    await remove.run({ appId, tokenId: toDelete.id })
    setToDelete(null)
  }
  const columns: Column<Token>[] = [
    {
      key: 'key',
      header: texts.key,
      width: '35%',
      primary: true,
      render: ({ key }) => (
        <Flex as="span" display="inline-flex" align="center" gap="1" maxW="full" textStyle="mono">
          {key}
          <CopyButton label={`Copy ${texts.key} ${key}`} text={() => key} />
        </Flex>
      ),
    },
    {
      key: 'secret',
      header: texts.secret,
      render: ({ id, key, secret, unreadable }) => (
        <SecretText
          label={`${texts.secret} of ${key}`}
          masked={secret}
          unreadable={unreadable}
          reveal={async () => (await reveal.run({ appId, tokenId: id }))?.revealTokenSecret ?? null}
        />
      ),
    },
    {
      key: 'delete',
      header: '',
      width: '15%',
      align: 'end',
      render: (token) => <RowDeleteButton name={token.key} onClick={() => askToDelete(token)} />,
    },
  ]
  const addButton = (
    <IfMayChange>
      <Button size="sm" loading={add.running} disabled={!tokens} onClick={() => void add.run({ appId })}>
        <Plus />
        {texts.addToken}
      </Button>
    </IfMayChange>
  )
  return (
    <Panel title={texts.tokens} aside={addButton} padded={false}>
      <DataTable
        framed={false}
        label={texts.tokens}
        columns={columns}
        rows={tokens ?? []}
        rowId={({ id }) => id}
        loading={!tokens}
        skeletons={2}
        empty={
          <EmptyState
            icon={<KeyRound size={20} />}
            title={texts.noTokensTitle}
            description={texts.noTokensText}
          />
        }
      />
      <Box px="3.5" py="2.5" color="ink.2" textStyle="xs" borderTopWidth="1px" borderColor="line.soft">
        {texts.tokensReach}
      </Box>
      <ConfirmDialog
        title={texts.deleteToken}
        text={texts.deleteTokenText}
        subject={toDelete?.key}
        impact={toDelete && <Impact of={{ kind: 'token', id: toDelete.id, owner: appId }} deed="delete" />}
        confirmLabel={appMessages.delete}
        danger
        open={toDelete !== null}
        onClose={() => setToDelete(null)}
        onConfirm={() => void confirm()}
        submitting={remove.running}
      />
    </Panel>
  )
}
