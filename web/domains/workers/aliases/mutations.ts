import { useCallback } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { useAction } from '#web/ui/feedback/request-toasts.ts'
import {
  addAliasMutation,
  addPrivateKeyMutation,
  removeAliasMutation,
  removePrivateKeyMutation,
  revealAliasSecretMutation,
} from './operations.ts'

/** Adds an alias to a worker. */
export function useAddAlias() {
  return useAction(addAliasMutation, {
    success: () => workerMessages.createdAlias,
    failure: workerMessages.createAliasFailed,
  })
}

/** Removes an alias with its queue and its keys from a worker. */
export function useRemoveAlias() {
  return useAction(removeAliasMutation, {
    success: () => workerMessages.removedAlias,
    failure: workerMessages.removeAliasFailed,
  })
}

/** Creates a private key; only the answer of this call has its private half. */
export function useAddPrivateKey() {
  return useAction(addPrivateKeyMutation, {
    success: (_data, { alias }) => workerMessages.addedKey(alias),
    failure: workerMessages.addKeyFailed,
  })
}

/** Removes a private key: tokens signed with it are refused from then on. */
export function useRemovePrivateKey() {
  return useAction(removePrivateKeyMutation, {
    success: () => workerMessages.removedKey,
    failure: workerMessages.removeKeyFailed,
  })
}

/**
 * Returns a function that reads the secret access key of an alias; it resolves to null when that failed (the
 * error has been shown). The platform audits each read.
 */
export function useRevealSecret(workerId: string): (alias: string) => Promise<string | null> {
  const { run } = useAction(revealAliasSecretMutation, { failure: workerMessages.revealFailed })
  return useCallback(
    async (alias) => (await run({ workerId, alias }))?.revealAliasSecret ?? null,
    [run, workerId],
  )
}
