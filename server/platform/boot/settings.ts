import { environmentWith, type PlatformConfig } from '#server/config.ts'
import type { EngineLimits } from '../engine/limits/limits.ts'
import type { GitSettings } from '../gitops/address.ts'
import type { OidcClient } from '../oidc/provider.ts'
import type { PusherAddress } from '../realtime/pusher-service.ts'
import type { ScriptLimits } from '../scripts/protocol.ts'

const MIB = 1024 * 1024

/** What runs and tasks may take, in bytes. */
export function engineLimitsOf(config: PlatformConfig): EngineLimits {
  return {
    taskInputs: config.MAX_TASK_INPUTS_MIB * MIB,
    taskOutputs: config.MAX_TASK_OUTPUTS_MIB * MIB,
    runState: config.MAX_RUN_STATE_MIB * MIB,
    runKept: config.MAX_RUN_KEPT_MIB * MIB,
    runResults: config.MAX_RUN_RESULTS_MIB * MIB,
    runsBelowRoot: config.MAX_RUNS_BELOW_ROOT,
    liveBelowRoot: config.MAX_LIVE_RUNS_BELOW_ROOT,
  }
}

/** What a script may take. */
export const scriptLimitsOf = (config: PlatformConfig): ScriptLimits => ({
  timeMs: config.SCRIPT_TIME_LIMIT,
  memoryMib: config.SCRIPT_MEMORY_MIB,
  outputBytes: config.SCRIPT_OUTPUT_MIB * MIB,
  logLines: config.SCRIPT_LOG_LINES,
  progressCalls: config.SCRIPT_PROGRESS_CALLS,
})

/** The repository of deployments, if configured. Proxies and certificates are those of other programs of the machine. */
export function gitSettingsOf(config: PlatformConfig): GitSettings | null {
  if (config.FLUX_GIT_URL === undefined) return null
  const env = environmentWith({})
  const names = ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy', 'SSL_CERT_FILE', 'GIT_SSL_CAINFO']
  return {
    url: config.FLUX_GIT_URL,
    branch: config.FLUX_GIT_BRANCH,
    token: config.FLUX_GIT_TOKEN,
    sshKey: config.FLUX_GIT_SSH_KEY_FILE,
    knownHosts: config.FLUX_GIT_KNOWN_HOSTS_FILE,
    network: Object.fromEntries(names.map((name) => [name, env[name]])),
  }
}

/** The issuer of single sign-on, if configured. */
export function oidcOf(config: PlatformConfig): OidcClient | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = config
  const allowUnverifiedEmail = config.OIDC_ALLOW_UNVERIFIED_EMAIL
  return issuer && id && secret ? { issuer, id, secret, allowUnverifiedEmail } : null
}

/** The realtime service to publish through, if configured. */
export function serviceOf(config: PlatformConfig): PusherAddress | null {
  const { PUSHER_APP_ID: appId, PUSHER_KEY: key, PUSHER_SECRET: secret } = config
  if (appId === undefined || key === undefined || secret === undefined) return null
  return {
    appId,
    key,
    secret,
    cluster: config.PUSHER_CLUSTER,
    tls: config.PUSHER_TLS,
    ...(config.PUSHER_HOST ? { host: config.PUSHER_HOST } : {}),
    ...(config.PUSHER_PORT ? { port: config.PUSHER_PORT } : {}),
  }
}
