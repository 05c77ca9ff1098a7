import type { Generated } from 'kysely'
import type { JsonObject } from '#shared/lib/json.ts'
import type { Authored, JsonColumn, CreatedRow } from './columns.ts'

export interface WorkerTable extends Authored {
  team_id: string
  name: string
  description: string
  type: string
  status: Generated<'active' | 'deleted'>
  inputs: JsonColumn<JsonObject>
  outputs: JsonColumn<JsonObject>
  version: Generated<number>
}

export interface WorkerAliasTable extends CreatedRow {
  worker_id: string
  name: string
  access_key_id: string
  /** Sealed. */
  secret: Buffer
  last_poll: Date | null
}

export interface AliasKeyTable extends CreatedRow {
  alias_id: string
  name: string
  /** SPKI, PEM. */
  public_key: string
  expires: Date
}

export interface ScriptTable extends Authored {
  team_id: string
  name: string
  description: string
  type: string
  code: string
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
