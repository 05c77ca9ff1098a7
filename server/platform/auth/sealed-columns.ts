/**
 * The columns with sealed values. Each value is sealed for its row and column (`place`), so that a copy in
 * another place does not open.
 */
export interface SealedColumn {
  table: string
  id: 'id' | 'account_id'
  column: string
  /** The place of the value in the row with that id. */
  place(id: string): string
}

/** The context that a token's secret is sealed for. */
export const tokenPlace = (id: string) => `app_tokens/${id}/secret`
/** The context that a variable's value is sealed for; a removed variable keeps it. */
export const variablePlace = (id: string) => `app_variables/${id}/value`
/** The context that an alias's secret is sealed for. */
export const aliasSecretPlace = (id: string) => `worker_aliases/${id}/secret`
/** The context that the secret of an access key is sealed for once the alias has another one. */
export const replacedSecretPlace = (id: string) => `replaced_access_keys/${id}/secret`
/** The contexts that an environment and a configuration of a deployment are sealed for. */
export const environmentPlace = (id: string) => `deployments/${id}/environment`
export const configPlace = (id: string) => `deployments/${id}/flux_config`
/** The context that the settings of an account are sealed for. */
export const settingsPlace = (accountId: string) => `account_settings/${accountId}/settings`

/** The context that the key of a webhook, the one before it, and the address of a chat are sealed for. */
export const alertSecretPlace = (targetId: string) => `alert_targets/${targetId}/secret`

/** The context that the secret of a start address, and the one before it, are sealed for. */
export const hookSecretPlace = (id: string) => `hooks/${id}/secret`

/** Every column with sealed values; a test compares it with the tables. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: 'app_tokens', id: 'id', column: 'secret', place: tokenPlace },
  { table: 'app_variables', id: 'id', column: 'value', place: variablePlace },
  { table: 'removed_variables', id: 'id', column: 'value', place: variablePlace },
  { table: 'worker_aliases', id: 'id', column: 'secret', place: aliasSecretPlace },
  { table: 'replaced_access_keys', id: 'id', column: 'secret', place: replacedSecretPlace },
  { table: 'deployments', id: 'id', column: 'environment', place: environmentPlace },
  { table: 'deployments', id: 'id', column: 'flux_config', place: configPlace },
  { table: 'alert_targets', id: 'id', column: 'secret', place: alertSecretPlace },
  { table: 'alert_targets', id: 'id', column: 'old_secret', place: alertSecretPlace },
  { table: 'hooks', id: 'id', column: 'secret', place: hookSecretPlace },
  { table: 'hooks', id: 'id', column: 'old_secret', place: hookSecretPlace },
  { table: 'account_settings', id: 'account_id', column: 'sealed', place: settingsPlace },
]
