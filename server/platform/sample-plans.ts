import type { TaskDefinition } from '#shared/domains/tasks/contract.ts'
import type { Definition } from '#shared/domains/workqueues/contract.ts'

/**
 * The plans of a new installation. They use built-in task types and take some seconds each, so that a new
 * user can watch every kind of change: a retry, a skipped branch, a failure with its error tasks, children.
 */

const step = (name: string, ms: number, rest: Partial<TaskDefinition> = {}): TaskDefinition => ({
  name,
  type: 'task.workforce.delay',
  inputs: { ms },
  ...rest,
})

const act = (
  name: string,
  inputs: TaskDefinition['inputs'],
  rest: Partial<TaskDefinition> = {},
): TaskDefinition => ({ name, type: 'task.workforce.noop', inputs, ...rest })

/** A chain whose third task fails once and succeeds on the retry. */
export const importFile: Definition = {
  name: 'Import a file',
  description: 'A chain with a retry: the warehouse refuses the first upload and takes the second.',
  tags: ['sample', 'import'],
  initialState: { file: 'orders-2026-03.csv', rows: 1250 },
  outputsDef: { file: '$state.file', loaded: '$state.loaded' },
  tasks: [
    step('Fetch file', 1500),
    step('Parse rows', 2000, { depends: ['Fetch file'] }),
    act(
      'Upload to warehouse',
      { fail: 'The warehouse did not answer in time', failAttempts: 1, rows: '$state.rows' },
      {
        depends: ['Parse rows'],
        retry: { max: 3, delayMs: 3000, factor: 2 },
        outputs: { rows: '$state.loaded' },
      },
    ),
    step('Refresh reports', 1500, { depends: ['Upload to warehouse'] }),
  ],
}

/** A fan-out with a branch that a condition skips, and a failure that is followed by error tasks. */
export const publishRelease: Definition = {
  name: 'Publish a release',
  description:
    'A fan-out with a condition, a failing check and an error task. Restart the check: its second attempt succeeds.',
  tags: ['sample', 'release'],
  initialState: { version: '2.4.0', stage: 'canary', channels: ['web', 'mobile'] },
  errorTasks: ['Roll back', 'Notify on call'],
  tasks: [
    step('Build', 2000),
    step('Deploy web', 3000, { depends: ['Build'], condition: { in: ['web', { var: 'channels' }] } }),
    step('Deploy mobile', 4000, { depends: ['Build'], condition: { in: ['mobile', { var: 'channels' }] } }),
    step('Deploy desktop', 2000, { depends: ['Build'], condition: { in: ['desktop', { var: 'channels' }] } }),
    act(
      'Smoke test',
      { fail: 'GET /health answered 503 on 2 of 12 instances', failAttempts: 1, version: '$state.version' },
      { depends: ['Deploy web', 'Deploy mobile', 'Deploy desktop'] },
    ),
    step('Shift traffic', 2000, { depends: ['Smoke test'] }),
    step('Roll back', 1500),
    act('Notify on call', { text: 'The release was rolled back' }, { depends: ['Roll back'] }),
  ],
}

/** A map that runs another plan for each item, two at a time. */
export function importDelivery(importPlanId: string): Definition {
  return {
    name: 'Import a delivery',
    description: 'A map with a child plan: runs "Import a file" for each file of a delivery, two at a time.',
    tags: ['sample', 'import'],
    initialState: {
      supplier: 'Northwind',
      files: ['orders-01.csv', 'orders-02.csv', 'orders-03.csv', 'orders-04.csv'],
    },
    tasks: [
      step('Wait for upload', 1000),
      {
        name: 'Import each file',
        type: 'task.workforce.map',
        depends: ['Wait for upload'],
        inputs: { items: '$state.files', plan: importPlanId, as: 'file', concurrency: 2 },
        outputs: { results: '$state.results' },
      },
      step('Reconcile totals', 2000, { depends: ['Import each file'] }),
      act('Confirm to supplier', { to: '$state.supplier' }, { depends: ['Reconcile totals'] }),
    ],
  }
}
