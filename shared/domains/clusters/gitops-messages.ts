/** `5e3f1a0`, as Git shortens commits. */
export const shortCommit = (commit: string) => commit.slice(0, 7)

/** Texts of deployments in the Git repository of Flux. */
export const gitopsMessages = {
  title: 'Git',
  published: 'Published',
  pending: 'Pending',
  refused: 'Refused',
  again: 'Publish again',
  againFailed: 'Error publishing deployment:',
  last: 'last commit',
  waiting: (changes: number) => (changes === 1 ? 'The last change waits' : `${changes} changes wait`),
  failing: 'fails since',
  nextTry: 'next try',
  found: (commit: string | null, author: string | null) =>
    `The file had been changed elsewhere${commit === null ? '' : ` in ${shortCommit(commit)}`}${author === null ? '' : ` (${author})`}; it was written again. That change is still in the history.`,
  rewritten:
    'The history of the branch was rewritten and no longer had the last commit of this console; the file was written again.',

  /** Reasons why a configuration is not published. */
  unreadable: 'The configuration cannot be read: it was sealed with another key',
  faulty: 'The configuration is not valid',
  repeated: (name: string, path: string) =>
    `The configuration repeats the value of the variable ${name} at ${path}: values of variables are never published`,
  extraEnv: 'spec.values.extraEnv of the configuration is no list, so that no variable can be added to it',

  /** Subjects of commits, after the cluster and the alias. */
  created: 'Created',
  deleted: 'Deleted',
  changed: (count: number) => `${count} changes`,
  textOnly: 'Text of the configuration changed',
  present: 'Present state',
  restored: (commit: string | null, author: string | null) =>
    commit === null
      ? 'Written again'
      : `Written again after ${shortCommit(commit)}${author === null ? '' : ` of ${author}`}`,
} as const
