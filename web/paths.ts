/** Every address of the console, built by name (spec section 2, route table). */
export const paths = {
  root: () => '/',
  login: () => '/login',
  logout: () => '/logout',
  apps: () => '/apps',
  app: (id: string) => `/apps/${id}`,
  workqueues: (appId: string, query = '') => `/apps/${appId}/workqueues${query}`,
  createWorkqueue: (appId: string, query = '') => `/apps/${appId}/workqueues/create${query}`,
  workqueue: (appId: string, workqueueId: string) => `/apps/${appId}/workqueues/${workqueueId}`,
} as const
