/** Exact texts of the cluster screens. */
export const clusterMessages = {
  title: 'Clusters',
  allClusters: 'All Clusters',
  refresh: 'Refresh Clusters',
  newCluster: 'New Cluster',
  create: 'Create',
  name: 'Name',
  created: 'Created',
  tags: 'Tags',
  delete: 'Delete Cluster',
  deleteText: 'Are you sure you want to delete this cluster?',
  /** What is deleted with a cluster; `count` is null while that is not known. */
  deleteWith: (count: number | null, aliases: readonly string[]) => {
    if (count === null) return 'Its deployments are deleted with it.'
    const named = aliases.join(', ') + (count > aliases.length ? ` and ${count - aliases.length} more` : '')
    if (count === 0) return 'It has no deployments.'
    return count === 1
      ? `Its deployment is deleted with it: ${named}`
      : `Its ${count} deployments are deleted with it: ${named}`
  },
  refreshed: 'Clusters refreshed',
  nothingChanged: 'Nothing has changed',
  update: 'Update Cluster',
  configuration: 'Configuration',
  details: 'Details',
  deployments: 'Deployments',
  deploymentsOf: (count: number, replicas: number) =>
    count === 0
      ? 'no deployments'
      : `${count.toLocaleString('en')} ${count === 1 ? 'deployment' : 'deployments'}, ${replicas.toLocaleString('en')} ${replicas === 1 ? 'replica' : 'replicas'}`,
  tagsOf: (tags: readonly string[], count: number) =>
    tags.join(', ') + (count > tags.length ? ` and ${(count - tags.length).toLocaleString('en')} more` : ''),
  pollers: 'Pollers',
  tasksNow: 'Tasks now',
  emptyTitle: 'No clusters yet',
  emptyText: 'A cluster is a place where deployments of workers run. Create the first one to deploy to it.',
  nameNeeded: 'A cluster needs a name.',
  tagsHint: 'Enter or a comma adds a tag, Backspace takes the last one away.',
  loadListFailed: 'Error loading clusters:',
  loadFailed: 'Error loading cluster:',
  createFailed: 'Error creating cluster:',
  deleteFailed: 'Error deleting cluster:',
  updateFailed: 'Error updating cluster:',
  createdCluster: (name: string) => `Created cluster: ${name}`,
  deleted: (name: string) => `Deleted cluster: ${name}`,
  updated: (name: string) => `Cluster updated: ${name}`,
} as const

/** Exact texts of the deployment screens. */
export const deploymentMessages = {
  storedState: (worker: string, tag: string, replicas: number | null) =>
    [worker, replicas === null ? tag : `${tag} × ${replicas}`].filter(Boolean).join(' · '),
  newDeployment: 'New Deployment',
  cancel: 'Cancel',
  create: 'Create',
  alias: 'Alias',
  delete: 'Delete Deployment',
  deleteText: 'Are you sure you want to delete this deployment?',
  update: 'Update Deployment',
  updateConfiguration: 'Update Configuration',
  yaml: 'Configuration as YAML',
  advancedView: 'Advanced View',
  cluster: 'Cluster',
  worker: 'Worker',
  dockerTag: 'Docker Tag',
  pollers: 'Pollers',
  queue: 'Queue',
  queueOf: (alias: string) => `Queue of ${alias}`,
  publication: 'Git',
  replicas: 'Replicas',
  replicaCount: 'Replica Count',
  resources: 'Resources',
  cpuLimit: 'CPU Limit',
  memoryLimit: 'Memory Limit',
  cpuRequest: 'CPU Request',
  memoryRequest: 'Memory Request',
  environment: 'Environment Variables',
  emptyTitle: 'No deployments yet',
  emptyText: 'A deployment runs containers of one worker in this cluster.',
  noWorkers: 'There is no worker that can be deployed: create one under Workers first.',
  key: 'Key',
  value: 'Value',
  addVariable: 'Add Variable',
  /** The state of a stored value that the user has changed; an unchanged one has no text. */
  valueChanged: 'Changed: saving replaces the stored value.',
  valueEmptied: 'Emptied: saving stores an empty value.',
  emptyValue: 'Empty',
  unreadable:
    'The environment of this deployment cannot be read: it was sealed with another key. Saving stores the variables below in its place.',
  variableTwice: 'Another row below has this key: only that one would count.',
  replicasFault: 'must be a whole number',
  discardTitle: 'Switch without saving?',
  discardText: 'Your changes in this view have not been saved, and the other view cannot show all of them.',
  discard: 'Discard changes',
  /** The worker has no alias of the name of the deployment; `others` are those that it has. */
  noQueue: (alias: string, others: readonly string[]) =>
    `The worker has no alias ${alias}, so that no task waits for it.${others.length > 0 ? ` Its ${others.length === 1 ? 'alias is' : 'aliases are'} ${others.join(', ')}.` : ''}`,
  openWorker: 'Open the worker',
  noEnvironment: 'No environment variables defined for this worker.',
  loadListFailed: 'Error loading data:',
  loadWorkersFailed: 'Error loading workers:',
  loadWorkerFailed: 'Error loading worker:',
  loadFailed: 'Error loading deployment:',
  deleteFailed: 'Error deleting deployment:',
  /** Also shown when creating fails. */
  updateFailed: 'Error updating deployment:',
  created: (worker: string) => `Created deployment: ${worker}`,
  updated: (alias: string) => `Deployment updated: ${alias}`,
  configurationUpdated: (alias: string) => `Configuration updated: ${alias}`,
  deleted: (alias: string) => `Deleted Deployment: ${alias}`,
} as const
