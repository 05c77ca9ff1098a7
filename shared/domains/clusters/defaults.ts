/** Separate from the schemas, so that a screen that needs only the values does not load zod. */

/** Defaults of a new deployment. */
export const deploymentDefaults = {
  dockerTag: 'latest',
  replicaCount: 1,
  resources: { limits: { cpu: '1000m', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } },
} as const

/** Maximum length of an alias: it names a Helm release. */
export const MAX_ALIAS_LENGTH = 53

/** Failing tasks of a deployment are counted up to this number. */
export const MOST_FAILING = 1000
