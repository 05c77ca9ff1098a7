import { useMemo } from 'react'
import { useOwnPageSize } from '#web/lib/settings/page-size.ts'
import { useLastRead } from '#web/lib/use-last-read.ts'
import type { AlertQuery } from './alert-params.ts'
import { alertDeliveriesQuery, type Rule } from './operations.ts'

/** The page of deliveries that the address names: those of the open rule unless all are asked for. */
export function useDeliveries({ page, state, all }: AlertQuery, open: Rule | null) {
  const perPage = useOwnPageSize()
  const ruleId = all ? null : (open?.id ?? null)
  const variables = useMemo(() => ({ page, perPage, ruleId, state }), [page, perPage, ruleId, state])
  const read = useLastRead(alertDeliveriesQuery, variables)
  return { read, perPage }
}
