import { z } from 'zod'
import { authored, commaList, id, listSearch, moment, reference, tag, text } from '#shared/lib/wire.ts'

export const MAX_CLUSTER_TAGS = 50

/** A cluster in the platform's answers. */
export const cluster = z
  .object({
    _id: id,
    name: z.string(),
    teamId: id.nullable().describe('The team that owns the cluster; null for none'),
    tags: z.array(z.string()),
    version: z.int(),
    ...authored,
  })
  .meta({ id: 'Cluster' })
export type Cluster = z.infer<typeof cluster>

const tags = z
  .array(tag)
  .max(MAX_CLUSTER_TAGS, `must have at most ${MAX_CLUSTER_TAGS} tags`)
  .transform((values) => [...new Set(values)])

/** `POST clusters`. */
export const clusterBody = z.object({
  name: text(200),
  teamId: reference.nullable().default(null),
  tags: tags.default([]),
})
export type ClusterBody = z.output<typeof clusterBody>

const changes = z.object({ name: text(200), teamId: reference.nullable(), tags }).partial()
const refusal = 'must set name, teamId or tags'

/** `PUT clusters?where=`: the fields to change. */
export const clusterPatchMany = changes.refine((patch) => Object.keys(patch).length > 0, refusal)
export type ClusterChanges = z.output<typeof clusterPatchMany>

/**
 * `PUT clusters/{id}`: the edited cluster or a part of it. `version` is the version that the edit started from;
 * without it the last edit wins.
 */
export const clusterPatch = changes
  .extend({ version: z.int().optional() })
  .refine(({ version: _version, ...patch }) => Object.keys(patch).length > 0, refusal)
export type ClusterPatch = z.output<typeof clusterPatch>

/** Filters of `PUT clusters?where=`; `tags` matches clusters that have any of them. */
export const clusterFilters = z.object({
  name: z.string().optional(),
  teamId: id.optional(),
  tags: commaList.optional(),
  'created[$gte]': moment.optional(),
  'created[$lte]': moment.optional(),
})

/** Filters of the lists of clusters; a search looks at name and tags. */
export const clusterListFilters = clusterFilters.extend(listSearch)
