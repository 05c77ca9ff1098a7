import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DeploymentChange } from '#shared/domains/clusters/changes.ts'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Authored, JsonColumn, CreatedRow, UsedColumns } from './columns.ts'

export interface WorkerTable extends Authored {
  team_id: string
  name: string
  description: string
  type: string
  status: Generated<'active' | 'deleted'>
  inputs: JsonColumn<JsonObject>
  outputs: JsonColumn<JsonObject>
  input_schema: ColumnType<JsonObject | null, string | null | undefined, string | null>
  version: Generated<number>
}

export interface WorkerAliasTable extends CreatedRow, UsedColumns {
  worker_id: string
  name: string
  access_key_id: string
  /** Sealed. */
  secret: Buffer
  last_poll: Date | null
  /** Of the access key, where it is not the first one of the alias. */
  key_made: Date | null
  key_made_by: string | null
}

/** An access key that an alias had before. */
export interface ReplacedAccessKeyTable extends CreatedRow, UsedColumns {
  alias_id: string
  access_key_id: string
  /** Sealed. */
  secret: Buffer
  expires: Date | null
}

/** What people have set for a queue. */
export interface QueueControlTable {
  account_id: string
  type: string
  alias: string
  paused_by: string | null
  paused_at: Date | null
  pause_reason: string | null
  running_limit: number | null
}

export interface AliasKeyTable extends CreatedRow, UsedColumns {
  alias_id: string
  name: string
  /** SPKI, PEM. */
  public_key: string
  replaces: string | null
  expires: Date
}

export interface ScriptTable extends Authored {
  team_id: string
  name: string
  description: string
  type: string
  code: string
  slug: GeneratedAlways<string>
  version: Generated<number>
}

export interface ClusterTable extends Authored {
  team_id: string | null
  name: string
  tags: string[]
  version: Generated<number>
}

export interface ClusterDeploymentTable extends Authored {
  cluster_id: string
  worker_id: string
  alias: string
  docker_tag: string
  replica_count: number
  resources: JsonColumn<JsonObject>
  /** Sealed JSON: values by name. */
  environment: Buffer
  /** Sealed YAML. */
  flux_config: Buffer
  version: Generated<number>
}

export interface DeploymentChangeTable {
  id: string
  account_id: string
  deployment_id: string
  version: number
  since: Date | null
  at: Date
  actor: string | null
  changes: JsonColumn<DeploymentChange[]>
}
