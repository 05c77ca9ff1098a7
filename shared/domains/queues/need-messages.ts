/** Texts about what workers, clusters and deployments need. */
export const needMessages = {
  counts: {
    unpolled: (count: number) => `${count} not polled`,
    failing: (count: number) => `${count} ${count === 1 ? 'fails' : 'fail'}`,
    unpublished: (count: number) => `${count} not published`,
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
    unpublished: 'not published to the repository',
    behind: 'tasks wait or run longer than they should',
    polled: 'polled',
    silent: 'has missed a poll',
    unused: 'nobody polls, nothing waits',
  },
  startWorker: 'Start a worker…',
  openDeployment: 'Open the deployment',
  createKey: 'Create a key',
  /** On the page of a deployment. */
  neverPolled: 'No replica has polled. Read the log of its replicas where the cluster runs them.',
  stoppedHosts: 'Hosts that stopped polling',
  restartHosts: (hosts: readonly string[], cluster: string) => {
    const [one, its] = hosts.length === 1 ? [hosts[0] ?? '', 'its log'] : ['them', 'their logs']
    return `${hosts.join(', ')} stopped polling. The console cannot restart a host: restart ${one} in the cluster ${cluster}, and read ${its} there. A higher Replica Count below starts others.`
  },
} as const
