import { Box, chakra } from '@chakra-ui/react'
import { Panel } from '#web/ui/page/panel.tsx'

const parts = [
  ['name', 'how the run is called'],
  ['initialState', 'the values it begins with'],
  ['tasks', 'each with name, type, inputs, outputs and depends'],
  ['firstTasks', 'the entry tasks, when not every task without depends is one'],
  ['$state.field', 'in inputs reads a value of the state; in outputs it is where a result goes'],
] as const

/** A short reference of the fields of a definition. */
export function DefinitionHelp() {
  return (
    <Box hideBelow="lg">
      <Panel title="A definition">
        <chakra.dl display="grid" gap="2.5">
          {parts.map(([term, meaning]) => (
            <div key={term}>
              <chakra.dt fontFamily="mono" textStyle="xs">
                {term}
              </chakra.dt>
              <chakra.dd color="ink.2">{meaning}</chakra.dd>
            </div>
          ))}
        </chakra.dl>
      </Panel>
    </Box>
  )
}
