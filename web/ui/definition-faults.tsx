import { chakra, Flex } from '@chakra-ui/react'
import { TriangleAlert } from 'lucide-react'

/** What is wrong with a definition, one line per fault. `outcome` says what came of it, as in `Not started`. */
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
