/** The hash of a plan's address that opens the dialog to run it. */
export const RUN_HASH = '#run'
/** The hash of a list's address that opens the dialog for a new one. */
export const NEW_HASH = '#new'

/** Every address of the console, by name. */
export const paths = {
  root: () => '/',
  login: () => '/login',
  logout: () => '/logout',
  apps: () => '/apps',
  app: (id: string) => `/apps/${id}`,
  workqueues: (appId: string, query = '') => `/apps/${appId}/workqueues${query}`,
  createWorkqueue: (appId: string, query = '') => `/apps/${appId}/workqueues/create${query}`,
  workqueue: (appId: string, workqueueId: string, query = '') =>
    `/apps/${appId}/workqueues/${workqueueId}${query}`,
  compare: (appId: string, workqueueId: string, otherId: string) =>
    `/apps/${appId}/workqueues/${workqueueId}/compare/${otherId}`,
  grid: (appId: string, query = '') => `/apps/${appId}/grid${query}`,
  schedules: (appId: string, query = '') => `/apps/${appId}/schedules${query}`,
  schedule: (appId: string, id: string) => `/apps/${appId}/schedules?schedule=${id}`,
  tasks: (appId: string) => `/apps/${appId}/tasks`,
  tasksSummary: (appId: string) => `/apps/${appId}/tasks-summary`,
  collaborators: (appId: string) => `/apps/${appId}/collaborators`,
  settings: (appId: string) => `/apps/${appId}/settings`,
  plans: () => '/plans',
  plan: (id: string) => `/plans/${id}`,
  /** A start address of a plan, with its last calls. */
  planHook: (id: string, hookId: string) => `/plans/${id}?hook=${encodeURIComponent(hookId)}#hooks`,
  workers: () => '/workers',
  worker: (id: string, query = '') => `/workers/${id}${query}`,
  /** A worker with its starter kits opened. */
  starterKits: (id: string) => `/workers/${id}?kits`,
  scripts: () => '/scripts',
  script: (id: string) => `/scripts/${id}`,
  teams: () => '/teams',
  team: (id: string) => `/teams/${id}`,
  dashboard: () => '/dashboard',
  attention: (query = '') => `/dashboard/attention${query}`,
  activity: (query = '') => `/dashboard/activity${query}`,
  keys: (query = '') => `/dashboard/keys${query}`,
  backlog: (query = '') => `/dashboard/backlog${query}`,
  queue: (type: string, alias: string) =>
    `/dashboard/backlog?open=${encodeURIComponent(type)}/${encodeURIComponent(alias)}`,
  failures: (query = '') => `/dashboard/failures${query}`,
  failure: (id: string) => `/dashboard/failures/${id}`,
  clusters: () => '/clusters',
  cluster: (id: string) => `/clusters/${id}`,
  deployment: (clusterId: string, deploymentId: string) =>
    `/clusters/${clusterId}/deployment/${deploymentId}`,
  newDeployment: (clusterId: string) => `/clusters/${clusterId}/deployment/new`,
  account: () => '/account',
  alerts: (query = '') => `/account?tab=alerts${query}`,
  alertRule: (id: string) => `/account?tab=alerts&rule=${id}`,
  ownSettings: () => '/account?tab=mine',
  reference: () => '/reference',
} as const
