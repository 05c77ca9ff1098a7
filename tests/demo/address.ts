import type { Environment } from '#server/config.ts'

/** The user of the demonstration. */
export const demoUser = { email: 'ana@northwind.example', password: 'northwind demo' }

/** The address of the demonstration; `PORT` changes its port. */
export const demoAddress = (environment: Environment): string => `http://localhost:${demoPort(environment)}`

export const demoPort = (environment: Environment): number => Number(environment['PORT'] ?? 8080)
