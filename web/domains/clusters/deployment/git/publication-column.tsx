import { gitopsMessages as texts } from '#shared/domains/clusters/gitops-messages.ts'
import type { ResultOf } from '#web/lib/graphql.ts'
import type { Column } from '#web/ui/table/column.ts'
import type { deploymentListQuery } from '../list-operations.ts'
import { PublicationState } from './publication-state.tsx'

type DeploymentRow = ResultOf<typeof deploymentListQuery>['deployments'][number]

/** In the list of a cluster: whether the repository has the deployment. */
export const publicationColumn: Column<DeploymentRow> = {
  key: 'gitops',
  header: texts.column,
  width: '16%',
  render: ({ gitops }) => gitops && <PublicationState {...gitops} />,
}
