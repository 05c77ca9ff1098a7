import { builder } from './builder.ts'
import type { Wire } from '../lib/wire.ts'

/**
 * Types that more than one domain names in its fields. The fields themselves stand in the domain of the same
 * name. Parents are entities as the platform answered them, so only what is asked for gets mapped.
 */
export const TaskRef = builder.objectRef<Wire>('Task')
export const WorkqueueRef = builder.objectRef<Wire>('Workqueue')
export const WorkerRef = builder.objectRef<Wire>('Worker')
