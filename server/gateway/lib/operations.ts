import { z } from 'zod'
import type { GatewayConfig } from '#server/config.ts'
import { AppError } from '#server/lib/errors.ts'

/** The stored operations, by the first characters of the SHA-256 of their text. Production runs no others. */
export type OperationTable = Readonly<Record<string, { name: string; text: string }>>

/** The request of both transports: the `payload` of the socket, the body over HTTP. */
export interface OperationRequest {
  operationName?: string | null | undefined
  query?: string | null | undefined
  variables?: Record<string, unknown> | null | undefined
  extensions?: Record<string, unknown> | null | undefined
}

const persistedQuery = z.object({
  persistedQuery: z.object({ version: z.literal(1), sha256Hash: z.string().max(128) }),
})

/** The message that clients of persisted operations recognise. */
const NOT_FOUND = 'PersistedQueryNotFound'

export interface Operations {
  /** The text to execute and the name of the operation in it. Throws AppError. */
  resolve(request: OperationRequest): { text: string; operationName: string | null }
}

/**
 * One table for both transports. In `persisted` mode it refuses requests with their own text, and unknown hashes.
 * `any` accepts both, for development.
 */
export function createOperations(
  table: OperationTable,
  mode: GatewayConfig['GRAPHQL_OPERATIONS'],
): Operations {
  const texts = new Map(Object.entries(table).map(([hash, { text }]) => [hash, text]))
  return {
    resolve({ query, extensions, operationName = null }) {
      if (query) {
        if (mode === 'any') return { text: query, operationName }
        throw new AppError(
          'BAD_REQUEST',
          'query: only the operations of the console are run, named by their hash',
        )
      }
      const parsed = persistedQuery.safeParse(extensions)
      if (!parsed.success)
        throw new AppError(
          'BAD_REQUEST',
          mode === 'any' && extensions?.['persistedQuery'] === undefined
            ? 'query: required, or extensions.persistedQuery'
            : 'extensions.persistedQuery: required',
        )
      const text = texts.get(parsed.data.persistedQuery.sha256Hash)
      if (text === undefined) throw new AppError('BAD_REQUEST', NOT_FOUND)
      return { text, operationName }
    },
  }
}
