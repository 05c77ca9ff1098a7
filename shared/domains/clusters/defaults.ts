/** Apart from the schemas, so that a screen that needs only the values does not fetch a validator. */

/** What a new deployment begins with (spec sections 4 and 9). */
export const deploymentDefaults = {
  dockerTag: 'latest',
  replicaCount: 1,
  resources: { limits: { cpu: '1000m', memory: '128Mi' }, requests: { cpu: '10m', memory: '64Mi' } },
} as const

/** Characters of an alias at most: it names a Helm release. */
export const MAX_ALIAS_LENGTH = 53
