import { Box, Flex } from '@chakra-ui/react'
import { type KeyInput, keyInputsOf } from '#shared/domains/workqueues/key-inputs.ts'

interface TaskOfRun {
  workqueueId: string | null
  workqueueName: string | null
  /** Scalar fields of the initial state of its run; absent where they are not known. */
  inputs?: unknown
}

/** The inputs that tell the runs of these tasks apart, by the id of the run: none that all of several runs have. */
export function inputsOfRuns(tasks: readonly TaskOfRun[]): ReadonlyMap<string, readonly KeyInput[]> {
  const runs = tasks.map(({ workqueueId, workqueueName, inputs }) => ({
    id: workqueueId ?? '',
    name: workqueueName ?? '',
    planId: null,
    inputs,
  }))
  const known = keyInputsOf(runs)
  const all = [...known.values()]
  const isCommon = ({ key, value }: KeyInput) =>
    all.length > 1 && all.every((inputs) => inputs.some((each) => each.key === key && each.value === value))
  return new Map([...known].map(([id, inputs]) => [id, inputs.filter((input) => !isCommon(input))]))
}

/**
 * The inputs that tell runs of one name apart, as `key=value`. The list of workqueues has a cell of its own, whose styles are
 * those of its rows.
 */
export function KeyInputs({ inputs }: { inputs: readonly KeyInput[] }) {
  return (
    <Flex as="span" columnGap="1.5" wrap="wrap" minW="0" textStyle="mono" color="ink.3">
      {inputs.map(({ key, value }) => (
        <Box as="span" key={key} maxW="full" truncate title={`${key}=${value}`}>
          {key}=
          <Box as="span" color="ink">
            {value}
          </Box>
        </Box>
      ))}
    </Flex>
  )
}
