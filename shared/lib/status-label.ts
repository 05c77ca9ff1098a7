/** The word of a status of a task or a run, wherever one is shown or read out: its name, as far as that is a word. */
export const statusLabel = (status: string): string => (status === 'notstarted' ? 'not started' : status)
