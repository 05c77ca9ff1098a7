/** A runnable definition: three tasks in a chain that pass a value through the state. */
export const sampleDefinition = {
  name: 'Hello workqueue',
  description: 'Three tasks in a chain that share a state',
  initialState: { greeting: 'Hello', waitMs: 1500 },
  firstTasks: ['greet'],
  tasks: [
    {
      name: 'greet',
      type: 'task.workforce.noop',
      inputs: { text: '$state.greeting' },
      outputs: { text: '$state.said' },
    },
    {
      name: 'wait',
      type: 'task.workforce.delay',
      inputs: { ms: '$state.waitMs' },
      depends: ['greet'],
    },
    {
      name: 'answer',
      type: 'task.workforce.noop',
      inputs: { text: '$state.said' },
      outputs: { text: '$state.answer' },
      depends: ['wait'],
    },
  ],
}
