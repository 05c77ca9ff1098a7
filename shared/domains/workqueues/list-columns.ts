/** The columns of the run list by their keys, in the list and in its export. */
export const listColumns = {
  name: 'Name',
  description: 'Description',
  tasks: 'Tasks',
  cause: 'What happens',
  created: 'Created',
  duration: 'Duration',
  status: 'Status',
  id: 'Id',
  plan: 'Plan',
  tags: 'Tags',
  inputs: 'Inputs',
  by: 'Started by',
  started: 'Started',
  ended: 'Ended',
  restarts: 'Restarts',
  note: 'Note',
} as const

export type RunColumn = keyof typeof listColumns

/** The keys of all columns, in the order of an export without a choice. */
export const listColumnKeys = Object.keys(listColumns) as RunColumn[]

/** Rows of an export. */
export const MAX_EXPORTED = 1_000_000

/** Path of the export of the run list; its query is that of the list, with `appId` and `columns`. */
export const EXPORT_PATH = '/export/workqueues'
