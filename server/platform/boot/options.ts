import type { PlatformConfig } from '#server/config.ts'
import type { Lifecycle } from '#server/lib/lifecycle.ts'
import type { Logger } from '#server/lib/logger.ts'

/** What a platform starts with. */
export interface BootOptions {
  config: PlatformConfig
  databaseUrl: string
  /** `SECRETS_KEY`; null: one is generated, unless the database has sealed values. */
  secretsKey: string | null
  lifecycle: Lifecycle
  log: Logger
  /** The built thread of the process watch, for a platform from its sources; else it is loaded from them too. */
  watchThread?: URL
}
