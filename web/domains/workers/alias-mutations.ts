import { useCallback } from 'react'
import { workerMessages } from '#shared/domains/workers/messages.ts'
import { useAction } from '#web/ui/use-action.ts'
import {
  addAliasMutation,
  addPrivateKeyMutation,
  removeAliasMutation,
  removePrivateKeyMutation,
  revealAliasSecretMutation,
} from './alias-operations.ts'

/** Adds an alias to a worker. */
export function useAddAlias() {
  return useAction(addAliasMutation, {
    success: () => workerMessages.createdAlias,
    failure: workerMessages.createAliasFailed,
  })
}

/** Takes an alias, its queue and its keys away from a worker. */
export function useRemoveAlias() {
  return useAction(removeAliasMutation, {
    success: () => workerMessages.removedAlias,
    failure: workerMessages.removeAliasFailed,
  })
}

/** Makes a private key; the answer alone holds its private half. */
export function useAddPrivateKey() {
  return useAction(addPrivateKeyMutation, {
    success: (_data, { alias }) => workerMessages.addedKey(alias),
    failure: workerMessages.addKeyFailed,
  })
}

/** Takes a private key away: what it has signed is refused from then on. */
export function useRemovePrivateKey() {
  return useAction(removePrivateKeyMutation, {
    success: () => workerMessages.removedKey,
    failure: workerMessages.removeKeyFailed,
  })
}

/** The way to an alias's secret access key; it answers null when that failed and has been told. Looks are audited. */
export function useRevealSecret(workerId: string): (alias: string) => Promise<string | null> {
  const { run } = useAction(revealAliasSecretMutation, { failure: workerMessages.revealFailed })
  return useCallback(
    async (alias) => (await run({ workerId, alias }))?.revealAliasSecret ?? null,
    [run, workerId],
  )
}
