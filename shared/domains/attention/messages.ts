/** Texts of items: sentences, and what they offer. */
export const attentionMessages = {
  nobody: (queue: string) => `Nobody polls ${queue}`,
  stalled: (queue: string, span: string, polling: number) =>
    `${queue} started none for ${span}${polling === 0 ? '' : ` although ${polling} ${polling === 1 ? 'polls' : 'poll'}`}`,
  growing: (queue: string, rate: string) => `${queue} grows ${rate} and will not drain`,
  growingUnknown: (queue: string) => `${queue} grows and will not drain`,
  service: (service: string, reason: string) => `The queue service ${service} ${reason}`,
  late: (run: string, span: string, usual: string) => `${run} is late: ${span}, usually ${usual}`,
  lateExpected: (run: string, span: string, expected: string) =>
    `${run} is late: ${span}, expected ${expected}`,
  lateDeadline: (run: string, span: string, deadline: string) =>
    `${run} is late: ${span}, its deadline was ${deadline}`,
  lateTask: (run: string, task: string, deadline: string) =>
    `${run} is late: ${task} is past its deadline of ${deadline}`,
  lateRuns: (count: number, run: string, longest: string, usual: string | null) =>
    `${count.toLocaleString('en')} late runs of ${run}: longest ${longest}${usual === null ? '' : `, usually ${usual}`}`,
  keyExpires: (alias: string, left: string) => `A private key of alias ${alias} expires in ${left}`,
  keyExpired: (alias: string) => `The private key of alias ${alias} has expired`,
  keyOld: (alias: string, days: number) => `The private key of alias ${alias} is ${days} days old`,
  idle: (worker: string, cluster: string) => `The deployment of ${worker} on ${cluster} does not poll`,
  unpublished: (reason: string) => `Deployments are not published in Git: ${reason}`,
  missed: (schedule: string, count: number) =>
    `${schedule} missed ${count === 1 ? 'its time' : `${count.toLocaleString('en')} times`}`,
  undelivered: (rule: string, targets: string) => `Messages of the rule ${rule} do not reach ${targets}`,
  targets: { email: 'an e-mail address', webhook: 'a webhook', chat: 'a chat' },

  restart: (count: number) => `Restart ${count}`,
  restartOn: (count: number, alias: string) => `Restart ${count} on ${alias}…`,
  otherAlias: 'On another alias…',
  moveToAlias: 'Move to alias…',
  startWorker: 'Start a worker…',
  openQueue: 'Open the queue',
  openDeployment: 'Open the deployment',
  /** Leads to the deployment that runs the host. */
  restartHost: (host: string) => `Restart ${host}`,
  openTask: 'Open the task',
  openRun: 'Open the run',
  cancel: 'Cancel',
  openRule: 'Open the rule',
  openSchedule: 'Open the schedule',
  newKey: 'New key…',
  whoUsesIt: 'Who uses it',
} as const

/** Why an item closed by itself. */
export const closedMessages = {
  allCompleted: (count: number) => (count === 1 ? 'completed' : `all ${count} completed`),
  /** Of the tasks that needed it, so many have completed; the others have left the failure. */
  someCompleted: (count: number) =>
    count === 0 ? 'cancelled or deleted' : `${count} completed, the rest cancelled or deleted`,
  laterRunPassed: 'a later run passed',
  drained: 'queue drained',
  polled: 'polled again',
  starts: 'starts tasks again',
  growsNoMore: 'does not grow any more',
  serviceWorks: 'works again',
  publishedAll: 'published',
  completed: 'completed',
  taskEnded: (task: string) => `${task} has ended`,
  onTime: 'on time again',
  newKey: 'new key',
  delivered: 'delivered again',
} as const
