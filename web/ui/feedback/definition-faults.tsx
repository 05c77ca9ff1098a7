import { chakra, Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'
import type { CombinedError } from 'urql'
import { failText, reasonOf } from './error-text.ts'

/** The faults of a definition, one per line. `outcome` is the consequence, as in `Not started`. */
export function DefinitionFaults({ outcome, faults }: { outcome: string; faults: string[] }) {
  return (
    <chakra.section
      role="alert"
      aria-label="Faults of the definition"
      borderWidth="1px"
      borderColor="danger"
      borderRadius="lg"
      bg="danger.soft"
      p="3.5"
    >
      <Flex align="center" gap="2" color="danger" fontWeight="semibold">
        <TriangleAlert size={16} aria-hidden />
        {`${outcome}: ${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`}
      </Flex>
      <chakra.ul mt="2" ps="4" display="grid" gap="1" maxH="280px" overflowY="auto" listStyleType="disc">
        {faults.map((fault, index) => (
          <chakra.li key={`${index} ${fault}`} overflowWrap="anywhere">
            {fault}
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.section>
  )
}

/**
 * The faults of a submitted definition, one per line. The platform reports every fault with the path of the
 * field; any other error is one line with its reason, and so are wrong fields beside the definition, which the
 * reason names in words.
 */
export function faultsOf(error: CombinedError | undefined): string[] {
  const listed = error?.graphQLErrors.filter(({ extensions }) => extensions.code !== 'BAD_REQUEST') ?? []
  const named = listed.flatMap((each) => namedFaults(each.extensions.faults))
  return named.length > 0 ? named : [reasonOf(error)]
}

/**
 * The error toast of a refused definition: contains one fault, or the number of several, which the page
 * lists.
 */
export function faultsText(prefix: string, faults: readonly string[]): string {
  return failText(prefix, faults.length > 1 ? `the definition has ${faults.length} faults` : faults[0])
}

function namedFaults(faults: unknown): string[] {
  if (!Array.isArray(faults)) return []
  return faults.map((fault: { path?: unknown; message?: unknown }) =>
    [fault.path, fault.message].filter((part) => typeof part === 'string' && part !== '').join(': '),
  )
}
