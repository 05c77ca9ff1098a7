const number = (count: number) => count.toLocaleString('en')

/** Texts about the failures of the tasks of one type, beside what runs them. */
export const failuresOfTypeMessages = {
  column: 'Failing',
  open: (count: number) => `${number(count)} ${count === 1 ? 'failure is' : 'failures are'} open`,
  tasks: (count: number) => `${number(count)} ${count === 1 ? 'task' : 'tasks'}`,
  more: (count: number) => `and ${number(count)} more`,
  title: 'Failing now',
  last: 'last',
} as const
