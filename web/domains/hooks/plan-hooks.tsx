import { Button, Flex } from '@chakra-ui/react'
import { Webhook } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { hookTexts as texts } from '#shared/domains/hooks/screen-messages.ts'
import { DEFAULT_PAGE_SIZE } from '#shared/lib/list-limits.ts'
import type { PagingQuery } from '#web/lib/paging.ts'
import { IfMayChange, useRights } from '#web/lib/rights.tsx'
import { useLastRead } from '#web/lib/use-last-read.ts'
import { paths } from '#web/paths.ts'
import { useRegularReread } from '#web/realtime/use-regular-reread.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { ReadTime } from '#web/ui/page/read-time.tsx'
import { PagedTable } from '#web/ui/table/paged-table.tsx'
import { hookColumns } from './hook-columns.tsx'
import { HookDetail } from './hook-detail.tsx'
import { HookDialogs, type HookQuestion } from './hook-dialogs.tsx'
import { hookListQuery, updateHookMutation, type ListedHook } from './operations.ts'

/** The start addresses of a plan; the one that the address of the page names (`?hook=`) shows its last calls. */
export function PlanHooks({ planId }: { planId: string }) {
  const [paging, setPaging] = useState<PagingQuery>({ page: 1, perPage: DEFAULT_PAGE_SIZE })
  const [asking, setAsking] = useState<HookQuestion>(null)
  const opened = useSearchParams()[0].get('hook')
  const { mayChange } = useRights()
  const read = useLastRead(hookListQuery, { planId, ...paging })
  const list = read.data?.hooks
  const { readAt, failing } = useRegularReread([read])
  const change = useAction(updateHookMutation, {
    failure: texts.switchFailed,
    success: ({ updateHook: { name, enabled } }) =>
      enabled ? texts.switchedOn(name) : texts.switchedOff(name),
  })
  const columns = useMemo(
    () =>
      hookColumns({
        mayChange,
        toOf: ({ id }) => (id === opened ? paths.plan(planId) : paths.planHook(planId, id)),
        onSwitch: ({ id, enabled }) => void change.run({ id, enabled: !enabled }),
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the action only names what it gets
    [mayChange, opened, planId],
  )
  const isEmpty = list?.total === 0 && paging.page === 1
  const detailOf = (hook: ListedHook) =>
    hook.id === opened && (
      <HookDetail
        hook={hook}
        onEdit={() => setAsking({ what: 'edit', hook })}
        onRenew={() => setAsking({ what: 'renew', hook })}
        onDelete={() => setAsking({ what: 'delete', hook })}
      />
    )
  return (
    <Panel
      id="hooks"
      title={texts.title}
      padded={isEmpty}
      aside={
        <Flex align="center" gap="3" wrap="wrap" justify="end">
          <ReadTime readAt={readAt} failing={failing} regular onReadAgain={read.reread} />
          <IfMayChange>
            <Button size="sm" minH={{ base: '10', sm: '7' }} onClick={() => setAsking({ what: 'new' })}>
              <Webhook /> {texts.new}
            </Button>
          </IfMayChange>
        </Flex>
      }
    >
      {isEmpty ? (
        <Flex color="ink.2">{texts.none}</Flex>
      ) : (
        <PagedTable
          label={texts.ofPlan}
          columns={columns}
          framed={false}
          stickyHead={false}
          steady
          read={read}
          page={list}
          paging={paging}
          onPage={setPaging}
          rowId={({ id }) => id}
          rowLabel={({ name }) => name}
          renderDetail={detailOf}
          failed={texts.loadFailed}
          quiet
          empty={texts.none}
        />
      )}
      <HookDialogs planId={planId} asking={asking} onAsk={setAsking} />
    </Panel>
  )
}
