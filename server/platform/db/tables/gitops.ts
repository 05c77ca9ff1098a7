import type { Generated } from 'kysely'
import type { FoundElsewhere } from '#shared/domains/clusters/gitops-contract.ts'
import type { JsonColumn } from './columns.ts'

export interface GitopsFileTable {
  deployment_id: string
  account_id: string
  path: string
  repository: string
  version: number
  manifest: string | null
  blob: string | null
  commit: string | null
  published: Date | null
  blocked: string | null
  refused: string | null
  refused_since: Date | null
  tries: Generated<number>
  next_try: Date | null
  found: JsonColumn<FoundElsewhere> | null
  restores: Generated<number>
  restored: Date | null
}

export interface GitopsChangeTable {
  id: Generated<string>
  deployment_id: string
  account_id: string
  path: string
  manifest: string | null
  subject: string
  body: string
  actor: string | null
  at: Date
}

export interface GitopsRemoteTable {
  id: number
  repository: string
  head: string | null
  looked: Date | null
  fault: string | null
  failing_since: Date | null
  tries: Generated<number>
  next_try: Date | null
}
