import type { CombinedError } from 'urql'
import { failText, reasonOf } from './fail-text.ts'

/**
 * What is wrong with a submitted definition, one line per fault. The platform names every fault with the path
 * of the field; any other failure is one line with its reason.
 */
export function faultsOf(error: CombinedError | undefined): string[] {
  const named = error?.graphQLErrors.flatMap((each) => namedFaults(each.extensions.faults)) ?? []
  return named.length > 0 ? named : [reasonOf(error)]
}

/** The error toast of a refused definition: one fault stands in it; several are counted there and listed elsewhere. */
export function faultsText(prefix: string, faults: readonly string[]): string {
  return failText(prefix, faults.length > 1 ? `the definition has ${faults.length} faults` : faults[0])
}

function namedFaults(faults: unknown): string[] {
  if (!Array.isArray(faults)) return []
  return faults.map((fault: { path?: unknown; message?: unknown }) =>
    [fault.path, fault.message].filter((part) => typeof part === 'string' && part !== '').join(': '),
  )
}
