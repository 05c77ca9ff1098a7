import type { Ids } from '../support/account-matrix.ts'

/** Variables of an operation that name an entity of another account, besides the caller's own. */
export type Variables = (foreign: Ids, own: Ids) => Record<string, unknown>

const byId = (entity: keyof Ids, more: object = {}): Variables[] => [
  (foreign) => ({ id: foreign[entity], ...more }),
]
/** An entity within a parent: a foreign parent with the own part, the own parent with a foreign part. */
const inside = (parent: keyof Ids, name: string, part: keyof Ids, partName: string): Variables[] => [
  (foreign) => ({ [name]: foreign[parent], [partName]: foreign[part] }),
  (foreign, own) => ({ [name]: own[parent], [partName]: foreign[part] }),
  (foreign, own) => ({ [name]: foreign[parent], [partName]: own[part] }),
]

const state = { initialState: {} }
const run = { name: 'Run', tasks: [] }
const page = { page: 1, perPage: 10 }
const requestId = 'b3c1f0a2-6a55-4a0a-9d0e-6a4f9f6b1c11'
const dates = { startDate: '2026-01-01T00:00:00.000Z', endDate: '2027-01-01T00:00:00.000Z' }
const someone = { email: 'someone@example.test' }
const alert = { name: 'Taken', when: { kind: 'runFailed' }, to: [{ kind: 'email', address: someone.email }] }
const amounts = { cpu: '10m', memory: '64Mi' }
const deployment = {
  dockerTag: 'taken',
  replicaCount: 1,
  environment: [],
  resources: { limits: amounts, requests: amounts },
}

const ofTask: Variables[] = [({ task }) => ({ taskId: task })]

const runs: Record<string, Variables[]> = {
  StartPlan: [
    (foreign, own) => ({ appId: own.app, planId: foreign.plan, ...state }),
    (foreign, own) => ({ appId: foreign.app, planId: own.plan, ...state }),
  ],
  StartWorkqueue: [
    ({ app }) => ({ appId: app, definition: run }),
    (foreign, own) => ({ appId: own.app, definition: { ...run, planId: foreign.plan } }),
    (foreign, own) => ({ appId: own.app, definition: { ...run, rerunOf: foreign.workqueue } }),
  ],
  StatusCounts: [({ app }) => ({ appId: app })],
  WorkqueueCount: [({ app }) => ({ appId: app })],
  LateInputs: [({ app, plan }) => ({ appId: app, search: `plan:${plan}` })],
  LateRuns: [({ app }) => ({ appId: app })],
  KnownTags: [({ app }) => ({ appId: app })],
  SearchSuggestions: [({ app }) => ({ term: 'tag', appId: app })],
  WorkqueueList: [({ app }) => ({ appId: app, ...page })],
  WorkqueueDetail: byId('workqueue'),
  WorkqueueState: byId('workqueue'),
  ModifiedRun: byId('workqueue'),
  PaletteRun: byId('workqueue'),
  RunOfTask: byId('workqueue'),
  PaletteFailedRuns: [({ app }) => ({ appId: app })],
  PaletteSearch: [({ app }) => ({ q: 'any', appId: app })],
  WorkqueueLogs: [({ workqueue }) => ({ workqueueId: workqueue })],
  EarlierLogs: [({ workqueue }) => ({ workqueueId: workqueue, before: 'any', limit: 10 })],
  CancelWorkqueues: [
    ({ workqueue }) => ({ ids: [workqueue] }),
    (foreign, own) => ({ ids: [own.workqueue, foreign.workqueue] }),
  ],
  CancelMatchingWorkqueues: [({ app }) => ({ appId: app, requestId })],
  StartWorkqueues: [
    (foreign, own) => ({ appId: own.app, planId: foreign.plan, states: [{}], requestId }),
    (foreign, own) => ({ appId: foreign.app, planId: own.plan, states: [{}], requestId }),
  ],
  LastRun: [
    (foreign, own) => ({ appId: own.app, planId: foreign.plan }),
    (foreign, own) => ({ appId: foreign.app, planId: own.plan }),
  ],
  RestartFailedTasks: [
    ({ workqueue }) => ({ workqueueIds: [workqueue], requestId }),
    (foreign, own) => ({ workqueueIds: [own.workqueue, foreign.workqueue], requestId }),
  ],
  Receipt: byId('receipt'),
  NoteWorkqueue: byId('workqueue', { text: 'Taken' }),
  RestartTask: byId('task'),
  RestartTaskWithAlias: byId('task', { alias: 'default' }),
  RestartTaskFrom: byId('task', { reason: 'Taken' }),
  CompleteTask: byId('task', { reason: 'Taken', outputs: {} }),
  SkipTask: byId('task', { reason: 'Taken' }),
  Activity: [
    ({ workqueue }) => ({ ...page, entity: [workqueue] }),
    ({ workqueue }) => ({ ...page, within: workqueue }),
  ],
  TaskList: [({ app }) => ({ appId: app, ...page })],
  TaskCount: [({ app }) => ({ appId: app })],
  TaskStatusCounts: [({ app }) => ({ appId: app })],
  TasksSummary: [({ app }) => ({ appId: app, status: 'failed', ...dates })],
  TaskAliases: [({ workerType }) => ({ type: workerType })],
  TypeAliases: [({ workerType }) => ({ type: workerType })],
  TaskAttempts: ofTask,
  TaskPayload: ofTask,
  RunInputs: ofTask,
  ScriptRuns: [({ workerType }) => ({ type: workerType, perPage: 5 })],
  WorkqueueAttempts: byId('workqueue'),
  AliasResults: [({ app }) => ({ appId: app, type: ['task.workforce.noop'], since: dates.startDate })],
  ChildRuns: [
    ({ app, workqueue }) => ({ appId: app, parentId: workqueue, perPage: 10 }),
    (foreign, own) => ({ appId: own.app, parentId: foreign.workqueue, perPage: 10 }),
  ],
  ComparedTasks: byId('workqueue'),
  ComparedPlans: byId('plan', { left: 1, right: 1 }),
  RunChoices: [({ app }) => ({ appId: app, ...page })],
  PlanStats: [
    ({ plan }) => ({ planId: plan }),
    (foreign, own) => ({ planId: foreign.plan, appId: own.app }),
    (foreign, own) => ({ planId: own.plan, appId: foreign.app }),
    (foreign, own) => ({ planId: own.plan, before: foreign.workqueue }),
  ],
  PlanGrid: [
    (foreign, own) => ({ planId: foreign.plan, appId: own.app, runs: 40 }),
    (foreign, own) => ({ planId: own.plan, appId: foreign.app, runs: 40 }),
  ],
  RanPlans: [({ app }) => ({ appId: app, attention: true })],
}

const until = 'change'
const failures: Record<string, Variables[]> = {
  Failure: byId('failure'),
  FailureList: [({ app }) => ({ appId: app, search: 'words', ...page })],
  OpenFailures: [({ workerType }) => ({ type: workerType, perPage: 5 })],
  FailureCount: [({ app }) => ({ appId: app, search: 'words' })],
  FailureFix: byId('failure'),
  FailureTasks: byId('failure', page),
  TaskFailure: ofTask,
  RestartFailure: byId('failure'),
  CloseFailure: byId('failure'),
  NoteFailure: byId('failure', { text: 'Taken' }),
  MuteFailure: byId('failure', { until }),
  UnmuteFailure: byId('failure'),
  AssignFailure: byId('failure'),
  RestartRuns: [({ workqueue }) => ({ workqueueIds: [workqueue], requestId })],
  RestartTasks: [({ task }) => ({ taskIds: [task], requestId })],
  RestartReceipt: byId('receipt'),
  CancelReceipt: byId('receipt'),
  Attention: [({ app }) => ({ appId: app })],
  AttentionCount: [({ app }) => ({ appId: app })],
  MuteAttention: byId('item', { until }),
  UnmuteAttention: byId('item'),
  AssignAttention: byId('item'),
  CancelLateRun: [({ workqueue }) => ({ ids: [workqueue] })],
  AliasEvidence: [
    ({ workerType }) => ({ type: workerType }),
    (foreign, own) => ({ type: own.workerType, failure: foreign.failure }),
  ],
  TaskInputs: [({ workerType }) => ({ type: workerType })],
  WorkerResults: [({ workerType }) => ({ type: workerType })],
  OpenQueue: [({ workerType }) => ({ type: workerType, alias: 'default' })],
  QueueCarriers: [({ workerType }) => ({ type: workerType, alias: 'default' })],
}

const apps: Record<string, Variables[]> = {
  App: byId('app'),
  UpdateApp: byId('app', { name: 'Taken', description: 'Taken' }),
  AppAccess: [({ app }) => ({ appId: app })],
  VariableNames: [({ app }) => ({ appId: app })],
  Collaborators: [({ app }) => ({ appId: app })],
  AddCollaborator: [({ app }) => ({ appId: app, ...someone })],
  RemoveCollaborator: inside('app', 'appId', 'collaborator', 'collaboratorId'),
  AddToken: [({ app }) => ({ appId: app })],
  RemoveToken: inside('app', 'appId', 'token', 'tokenId'),
  RevealToken: inside('app', 'appId', 'token', 'tokenId'),
  AddVariable: [({ app }) => ({ appId: app, name: 'TAKEN', value: 'x' })],
  RemoveVariable: inside('app', 'appId', 'variable', 'variableId'),
  RevealVariable: inside('app', 'appId', 'variable', 'variableId'),
}

const plans: Record<string, Variables[]> = {
  PlanChoices: [({ app }) => ({ appId: app, ...page })],
  AllPlanChoices: [({ app }) => ({ appId: app })],
  LastRunsOfPlans: [({ app }) => ({ appId: app })],
  PlanChoice: byId('plan'),
  Plan: byId('plan'),
  PlanRevisions: byId('plan', page),
  PlanRevision: byId('plan', { version: 1 }),
  UpdatePlan: byId('plan', { plan: run }),
  DeletePlan: byId('plan'),
  RunPlan: [
    (foreign, own) => ({ id: foreign.plan, appId: own.app, ...state }),
    (foreign, own) => ({ id: own.plan, appId: foreign.app, ...state }),
  ],
}

const keyOf = { kind: 'privateKey', alias: 'default' }
const usage: Record<string, Variables[]> = {
  Usage: [
    ({ plan }) => ({ kind: 'plan', id: plan }),
    ({ worker }) => ({ kind: 'alias', id: 'default', owner: worker }),
    (foreign, own) => ({ kind: 'variable', id: foreign.variable, owner: own.app }),
    (foreign, own) => ({ kind: 'token', id: own.token, owner: foreign.app }),
    (foreign, own) => ({ ...keyOf, id: foreign.privateKey, owner: own.worker }),
  ],
  KeyCounts: [],
  KeyList: [({ worker }) => ({ workerId: worker, ...page })],
  RotateKey: [
    (foreign, own) => ({ kind: 'token', id: foreign.token, owner: own.app }),
    (foreign, own) => ({ ...keyOf, id: foreign.privateKey, owner: own.worker, name: 'Taken' }),
    ({ worker }) => ({ ...keyOf, kind: 'accessKey', id: 'any', owner: worker }),
    (foreign, own) => ({ kind: 'hookSecret', id: foreign.hook, owner: own.plan }),
  ],
  RevokeKey: [
    (foreign, own) => ({ kind: 'hookSecret', id: foreign.hook, owner: own.plan }),
    (foreign, own) => ({ kind: 'token', id: foreign.token, owner: own.app }),
    (foreign, own) => ({ ...keyOf, id: own.privateKey, owner: foreign.worker }),
  ],
}

const alerts: Record<string, Variables[]> = {
  AlertPreview: [
    ({ app }) => ({ when: { kind: 'runFailed' }, scope: { appId: app } }),
    ({ plan }) => ({ when: { kind: 'runFailed' }, scope: { planId: plan } }),
  ],
  AlertDeliveries: [({ alert }) => ({ ...page, ruleId: alert })],
  CreateAlert: [({ app }) => ({ rule: { ...alert, scope: { appId: app } } })],
  UpdateAlert: [
    (foreign) => ({ id: foreign.alert, rule: { name: 'Taken' } }),
    (foreign, own) => ({ id: own.alert, rule: { scope: { planId: foreign.plan } } }),
  ],
  DeleteAlert: byId('alert'),
  RotateAlertSecret: [
    (foreign) => ({ id: foreign.alert, targetId: foreign.alertTarget }),
    (foreign, own) => ({ id: foreign.alert, targetId: own.alertTarget }),
  ],
  TestAlert: [(foreign) => ({ rule: { ...alert, ruleId: foreign.alert } })],
  RetryAlertDelivery: byId('delivery'),
}

const span = { from: '2026-01-01T00:00:00.000Z', to: '2026-01-02T00:00:00.000Z' }
const timed = { name: 'Taken', cron: '0 7 * * *' }
const schedules: Record<string, Variables[]> = {
  ScheduleList: [({ app }) => ({ ...page, appId: app }), ({ plan }) => ({ ...page, planId: plan })],
  Schedule: byId('schedule'),
  ScheduleName: byId('schedule'),
  ScheduleTimes: byId('schedule', page),
  SchedulePlan: byId('plan'),
  BackfillPreview: byId('schedule', span),
  CreateSchedule: [
    (foreign, own) => ({ ...timed, appId: foreign.app, planId: own.plan }),
    (foreign, own) => ({ ...timed, appId: own.app, planId: foreign.plan }),
  ],
  UpdateSchedule: [
    (foreign) => ({ id: foreign.schedule, name: 'Taken' }),
    (foreign, own) => ({ id: own.schedule, planId: foreign.plan }),
  ],
  DeleteSchedule: byId('schedule'),
  PauseSchedule: byId('schedule', { reason: 'Taken' }),
  ResumeSchedule: byId('schedule'),
  TriggerSchedule: byId('schedule'),
  BackfillSchedule: byId('schedule', span),
}

const hooks: Record<string, Variables[]> = {
  HookList: [({ plan }) => ({ ...page, planId: plan })],
  HookCalls: byId('hook', page),
  HookName: byId('hook'),
  CreateHook: [
    (foreign, own) => ({ name: 'Taken', appId: own.app, planId: foreign.plan }),
    (foreign, own) => ({ name: 'Taken', appId: foreign.app, planId: own.plan }),
  ],
  UpdateHook: byId('hook', { name: 'Taken' }),
  DeleteHook: byId('hook'),
  RenewHookSecret: byId('hook'),
}

const queues: Record<string, Variables[]> = Object.fromEntries(
  ['PauseQueue', 'ResumeQueue', 'SetQueueLimit'].map((name) => [
    name,
    [({ workerType }: Ids) => ({ type: workerType, alias: 'default', reason: 'Taken', limit: 5 })],
  ]),
)

const people: Record<string, Variables[]> = {
  UpdateView: byId('view', { name: 'Taken' }),
  DeleteView: byId('view'),
  OwnMembership: [({ user }) => ({ userId: user })],
  Invitations: [({ app }) => ({ appId: app, ...page }), ({ team }) => ({ teamId: team, ...page })],
  ResendInvitation: byId('invitation'),
  CreateInvitationLink: byId('invitation'),
  WithdrawInvitation: byId('invitation'),
  UpdateMembership: [({ user }) => ({ userId: user, role: 'member' })],
  DeleteMembership: [({ user }) => ({ userId: user })],
  Team: byId('team'),
  UpdateTeam: byId('team', { name: 'Taken' }),
  AddTeamMember: [({ team }) => ({ teamId: team, ...someone })],
  RemoveTeamMember: inside('team', 'teamId', 'member', 'memberId'),
}

const alias = { alias: 'default' }
const workers: Record<string, Variables[]> = {
  CreateWorker: [({ team }) => ({ name: 'Taken', teamId: team })],
  Worker: byId('worker'),
  WorkerLiveness: byId('worker'),
  DeploymentWorker: byId('worker'),
  DeploymentType: byId('worker'),
  UpdateWorker: [
    ({ worker }) => ({ id: worker, name: 'Taken', description: '', inputs: {}, outputs: {} }),
    (foreign, own) => ({
      id: own.worker,
      name: 'Taken',
      description: '',
      inputs: {},
      outputs: {},
      teamId: foreign.team,
    }),
  ],
  DeleteWorker: byId('worker'),
  AddAlias: [({ worker }) => ({ workerId: worker, name: 'taken' })],
  RemoveAlias: [({ worker }) => ({ workerId: worker, alias: 'beta' })],
  RevealAliasSecret: [({ worker }) => ({ workerId: worker, ...alias })],
  AddPrivateKey: [({ worker }) => ({ workerId: worker, ...alias, name: 'taken' })],
  RemovePrivateKey: [
    ({ worker, privateKey }) => ({ workerId: worker, ...alias, keyId: privateKey }),
    (foreign, own) => ({ workerId: own.worker, ...alias, keyId: foreign.privateKey }),
    (foreign, own) => ({ workerId: foreign.worker, ...alias, keyId: own.privateKey }),
  ],
  CreateScript: [({ team }) => ({ name: 'Taken', teamId: team })],
  Script: byId('script'),
  UpdateScript: byId('script', { name: 'Taken', description: '', code: '' }),
  DeleteScript: byId('script'),
  TestScript: byId('script', { inputs: {}, code: '' }),
}

const clusters: Record<string, Variables[]> = {
  CreateCluster: [({ team }) => ({ name: 'Taken', teamId: team })],
  Cluster: byId('cluster'),
  UpdateCluster: [
    ({ cluster }) => ({ id: cluster, name: 'Taken', tags: [] }),
    (foreign, own) => ({ id: own.cluster, name: 'Taken', tags: [], teamId: foreign.team }),
  ],
  DeleteCluster: byId('cluster'),
  DeploymentList: [({ cluster }) => ({ clusterId: cluster })],
  DeploymentChanges: byId('deployment', page),
  DeploymentWork: byId('deployment'),
  DeploymentPublication: byId('deployment'),
  PublishDeployment: byId('deployment'),
  AliasDeployments: [({ workerType }) => ({ type: workerType, alias: 'default' })],
  CreateDeployment: [
    (foreign, own) => ({
      deployment: { ...deployment, clusterId: own.cluster, workerId: foreign.worker },
    }),
    (foreign, own) => ({
      deployment: { ...deployment, clusterId: foreign.cluster, workerId: own.worker },
    }),
  ],
  Deployment: byId('deployment'),
  UpdateDeployment: [
    (foreign, own) => ({
      id: foreign.deployment,
      deployment: { ...deployment, clusterId: own.cluster, workerId: own.worker },
    }),
  ],
  UpdateDeploymentConfig: byId('deployment', { fluxConfig: 'a: 1' }),
  DeleteDeployment: byId('deployment'),
  RevealDeploymentConfig: byId('deployment'),
  RevealEnvironmentValue: [({ deployment: id }) => ({ deploymentId: id, name: 'ANY' })],
}

/** Operations that name nothing by an id. */
const withoutIds = [
  'AlertRules',
  'AlertScopes',
  'SchedulePreview',
  'SchedulePlans',
  'ScheduleApps',
  'HookApps',
  'Views',
  'CreateView',
  'Capabilities',
  'AccountSettings',
  'SaveAccountSettings',
  'Settings',
  'SaveLastLook',
  'SaveSettings',
  'AppNames',
  'PaletteNames',
  'PaletteAttention',
  'Memberships',
  'MemberChoices',
  'AttentionApps',
  'AttentionAway',
  'LastFailure',
  'FailureChoices',
  'AppHealth',
  'Queues',
  'QueuedTasks',
  'MoveQueue',
  'InviteToAccount',
  'InviteUser',
  'AppList',
  'CreateApp',
  'PlanApps',
  'DefinitionTypes',
  'PlanHealth',
  'PlanList',
  'PlanNames',
  'PolledQueues',
  'CreatePlan',
  'SaveAsPlan',
  'AliasBacklog',
  'Backlog',
  'RunQueues',
  'TaskTypes',
  'TeamChoices',
  'TeamList',
  'TeamOwned',
  'TeamWorkers',
  'CreateTeam',
  'WorkerList',
  'ScriptList',
  'ClusterList',
  'AllDeployments',
  'ClusterWorkers',
  'DeployableWorkers',
]

/** Queries and mutations: each set of variables names an entity of another account, and finds nothing. */
export const foreignCalls: Record<string, Variables[]> = {
  ...Object.fromEntries(withoutIds.map((name) => [name, []])),
  ...runs,
  ...failures,
  ...apps,
  ...plans,
  ...usage,
  ...alerts,
  ...schedules,
  ...hooks,
  ...queues,
  ...people,
  ...workers,
  ...clusters,
}

const ofRun: Variables[] = [
  ({ app, workqueue }) => ({ appId: app, id: workqueue }),
  (foreign, own) => ({ appId: own.app, id: foreign.workqueue }),
  (foreign, own) => ({ appId: foreign.app, id: own.workqueue }),
]

export const foreignSubscriptions: Record<string, Variables[]> = {
  AttentionChanged: [],
  BacklogMoved: [],
  WorkqueueFamilyLive: [({ app }) => ({ appId: app, perPage: 10 })],
  WorkqueueListLive: [({ app }) => ({ appId: app, perPage: 10 })],
  WorkqueueLive: ofRun,
  WorkqueueNoteLive: ofRun,
  WorkqueueTasksLive: ofRun,
  WorkqueueLogsLive: ofRun,
}
