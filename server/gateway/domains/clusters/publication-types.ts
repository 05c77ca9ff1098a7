import {
  deploymentPublication,
  foundElsewhere,
  type DeploymentPublication,
  type FoundElsewhere,
} from '#shared/domains/clusters/gitops-contract.ts'
import { builder } from '#server/gateway/graphql/builder.ts'
import { contractFields } from '#server/gateway/graphql/contract-fields.ts'
import { readers } from '#server/gateway/lib/readers.ts'
import { isWire, type Wire } from '#server/gateway/lib/wire.ts'

const FoundElsewhereRef = builder.objectRef<Wire<FoundElsewhere>>('FoundElsewhere').implement({
  description: "What the repository had in the place of a deployment's file.",
  fields: (t) => contractFields(t, foundElsewhere),
})

const read = readers(deploymentPublication)

export const DeploymentPublicationRef = builder
  .objectRef<Wire<DeploymentPublication>>('DeploymentPublication')
  .implement({
    description: 'Whether the Git repository of Flux has the present state of a deployment.',
    fields: (t) => ({
      ...contractFields(t, deploymentPublication.omit({ found: true })),
      found: t.field({
        type: FoundElsewhereRef,
        nullable: true,
        resolve: (entity) => (isWire(entity.found) ? read.object('found')(entity) : null),
      }),
    }),
  })
