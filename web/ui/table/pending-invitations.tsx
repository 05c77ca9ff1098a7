import { Box } from '@chakra-ui/react'
import { useState } from 'react'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import { invitationMessages as texts } from '#shared/lib/invitation-messages.ts'
import { useFeature, useOwnRole } from '#web/lib/features.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import { invitationsQuery } from '#web/lib/account/invitation-operations.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { failText } from '../feedback/error-text.ts'
import { FailedState } from '../feedback/placeholders.tsx'
import { Panel } from '../page/panel.tsx'
import { ExactTime, RelativeTime } from '../time/moment.tsx'
import type { Column } from './column.ts'
import { DataTable } from './data-table.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import { PageOutOfRange, Pagination } from './pagination.tsx'

export type PendingInvitation = ResultOf<typeof invitationsQuery>['invitations']['rows'][number]

/**
 * The pending invitations to an app, to a team, or to the account with all its apps and teams. Absent while there are
 * none, and on a platform that does not list invitations. Only owners may change them.
 */
export function PendingInvitations({ appId, teamId }: { appId?: string; teamId?: string }) {
  const hasFeature = useFeature('invitations')
  return hasFeature && <PendingPanel appId={appId ?? null} teamId={teamId ?? null} />
}

function PendingPanel({ appId, teamId }: { appId: string | null; teamId: string | null }) {
  const [paging, setPaging] = useState({ page: 1, perPage: DEFAULT_PAGE_SIZE })
  const read = useLastRead(invitationsQuery, { ...paging, appId, teamId })
  const { role } = useOwnRole()
  const page = read.data?.invitations
  if (!read.failure && !page) return <span hidden data-pending />
  if (!read.failure && !page?.total) return null
  const failed = read.failure && (
    <FailedState message={failText(texts.loadFailed, read.failure)} onRetry={read.reread} />
  )
  return (
    <Panel title={texts.title} padded={false}>
      <DataTable
        label={texts.title}
        framed={false}
        columns={columnsFor({ ofAccount: !appId && !teamId, isOwner: role === 'owner' })}
        rows={read.current ? (page?.rows ?? []) : []}
        rowId={({ id }) => id}
        loading={!read.current && !read.failure}
        skeletons={1}
        failed={failed}
        empty={<PageOutOfRange onFirstPage={() => setPaging({ ...paging, page: 1 })} />}
        footer={<Pagination {...paging} total={page?.total ?? 0} onChange={setPaging} />}
      />
    </Panel>
  )
}

function columnsFor({ ofAccount, isOwner }: { ofAccount: boolean; isOwner: boolean }) {
  const columns: Column<PendingInvitation>[] = [
    {
      key: 'email',
      header: texts.email,
      primary: true,
      render: ({ email, into }) => (
        <>
          {email}
          {ofAccount && <Second text={texts.into(into)} />}
        </>
      ),
    },
    { key: 'role', header: texts.role, width: '9%', render: ({ role }) => role },
    {
      key: 'invited',
      header: texts.invited,
      width: '18%',
      render: ({ at, by }) => (
        <>
          <RelativeTime value={at} />
          {by && <Second text={texts.by(by)} />}
        </>
      ),
    },
    {
      key: 'expires',
      header: texts.expires,
      width: '15%',
      muted: true,
      render: ({ expires }) => <ExactTime value={expires} />,
    },
  ]
  if (!isOwner) return columns
  const actions: Column<PendingInvitation> = {
    key: 'actions',
    header: texts.actions,
    width: '34%',
    align: 'end',
    render: (invitation) => <InvitationActions invitation={invitation} />,
  }
  return [...columns, actions]
}

/** A second line of a cell, in a weaker colour. */
function Second({ text }: { text: string }) {
  return (
    <Box textStyle="xs" fontWeight="normal" color="ink.2" overflowWrap="anywhere">
      {text}
    </Box>
  )
}
