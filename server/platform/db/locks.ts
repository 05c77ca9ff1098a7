/** Keys of the advisory locks of this program; any two must differ. */
export const advisoryLocks = {
  /** Held while the schema is brought up to date. */
  migrate: 720_011,
  /** Held while the first user is made. */
  seed: 720_012,
  /** First of two keys; the second is the number under which an engine process holds tasks. */
  holder: 720_013,
  /** Held while what is older than the retention is removed. */
  retention: 720_014,
  /** Held by the process that publishes live messages through a realtime service. */
  relay: 720_015,
} as const
