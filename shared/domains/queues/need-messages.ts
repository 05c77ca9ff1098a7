/** Texts about what workers, clusters and deployments need. */
export const needMessages = {
  counts: {
    unpolled: (count: number) => `${count} not polled`,
    failing: (count: number) => `${count} ${count === 1 ? 'fails' : 'fail'}`,
    behind: (count: number) => `${count} behind`,
  },
  need: (count: number) =>
    count === 0 ? 'None needs attention' : `${count} need${count === 1 ? 's' : ''} attention`,
  hint: 'Show only what needs attention',
  none: (noun: string) => `No ${noun} needs attention`,
  showAll: 'Show all',
  /** What the mark beside a name says. */
  marks: {
    unpolled: 'not polled',
    failing: 'tasks fail',
    behind: 'tasks wait or run longer than they should',
    polled: 'polled',
    silent: 'no poll for some seconds',
    unused: 'nobody polls, nothing waits',
  },
  startWorker: 'Start a worker…',
  openDeployment: 'Open the deployment',
  createKey: 'Create a key',
  /** On the page of a deployment that no host polls for; `host`: the one that did last, null for none. */
  restartHost: (host: string | null) =>
    host === null
      ? 'No replica has polled. Read the log of its replicas where the cluster runs them.'
      : `The console cannot restart a host: restart ${host} where the cluster runs it, and read its log there.`,
} as const
