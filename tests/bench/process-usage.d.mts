export interface Server {
  pid: number
  /** With all that the process has started. */
  tree?: boolean
}

export function timeOf(server: Server): number
export function timeOfEnded(pid: number): number
