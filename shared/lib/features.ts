import { z } from 'zod'

/** The features that a platform may lack, by the names that `GET capabilities` answers. */
export const features = [
  'alerts',
  'attempts',
  'attention',
  'audit',
  'auditExcludes',
  'auditFolds',
  'bulkStart',
  'control',
  'deployments',
  'failures',
  'gitops',
  'hooks',
  'invitations',
  'keys',
  'listSearch',
  'notes',
  'payloads',
  'profile',
  'queues',
  'reports',
  'roles',
  'schedules',
  'scripts',
  'search',
  'stats',
  'taskSearch',
  'usage',
  'views',
  'why',
  'workerInputs',
] as const

export type Feature = (typeof features)[number]

/** Answer of `GET capabilities`. A newer platform may name features that this version does not know. */
export const capabilities = z.object({ version: z.string(), features: z.array(z.string()) })

export type Capabilities = z.infer<typeof capabilities>
