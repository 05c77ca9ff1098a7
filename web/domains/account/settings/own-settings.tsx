import { Box, chakra, Grid } from '@chakra-ui/react'
import { type ReactNode, useId, useMemo } from 'react'
import { useQuery } from 'urql'
import { ownSettingsMessages as texts } from '#shared/domains/account/settings-messages.ts'
import { appNamesQuery } from '#web/lib/palette/operations.ts'
import { useFeature } from '#web/lib/features.ts'
import { usePreferences } from '#web/lib/settings/own-settings.ts'
import { paths } from '#web/paths.ts'
import { ChoiceField } from '#web/ui/form/choice-field.tsx'
import type { Choice } from '#web/ui/form/choices.ts'
import { Segments } from '#web/ui/form/segments.tsx'
import { useSaveChoices } from '#web/ui/feedback/save-choices.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { ZoneSetting } from './zone-setting.tsx'

const themes = (['system', 'light', 'dark'] as const).map((value) => ({ value, label: texts.themes[value] }))
const densities = (['comfortable', 'compact'] as const).map((value) => ({
  value,
  label: texts.densities[value],
}))

/** Theme, time zone, density and start page of the user: every choice applies and is saved at once. */
export function OwnSettings() {
  const { theme, timeZone, density, startPage } = usePreferences()
  const isKept = useFeature('profile')
  const save = useSaveChoices()
  return (
    <Panel title={texts.title}>
      <Box color="ink.2" mb="4">
        {isKept ? texts.everywhere : texts.hereOnly}
      </Box>
      <Grid
        gap="5"
        columnGap="8"
        maxW="1000px"
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}
      >
        <Setting name={texts.theme} hint={texts.themeHint}>
          <Segments
            label={texts.theme}
            options={themes}
            value={theme ?? 'system'}
            onChange={(value) => void save({ theme: value })}
          />
        </Setting>
        <ZoneSetting value={timeZone} onChange={(value) => void save({ timeZone: value })} />
        <Setting name={texts.density} hint={texts.densityHint}>
          <Segments
            label={texts.density}
            options={densities}
            value={density ?? 'comfortable'}
            onChange={(value) => void save({ density: value })}
          />
        </Setting>
        <ChoiceField
          label={texts.startPage}
          hint={texts.startHint}
          choices={useStartPages(startPage)}
          value={startPage ?? paths.apps()}
          onChange={(value) => void save({ startPage: value })}
          permanent
        />
      </Grid>
    </Panel>
  )
}

/** A choice with its name above and its meaning below. */
function Setting({ name, hint, children }: { name: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    <Box>
      <chakra.h3 fontWeight="medium" mb="1.5">
        {name}
      </chakra.h3>
      <Box display="flex" aria-describedby={id}>
        {children}
      </Box>
      <Box id={id} textStyle="xs" color="ink.3" mt="1.5">
        {hint}
      </Box>
    </Box>
  )
}

/** The pages to begin with: those of the platform, the workqueues of each app, and the present choice. */
function useStartPages(current: string | null): Choice[] {
  const hasAttention = useFeature('attention')
  const [{ data }] = useQuery({ query: appNamesQuery })
  return useMemo(() => {
    const choices = [
      { value: paths.apps(), label: texts.startPages.apps },
      ...(hasAttention ? [{ value: paths.attention(), label: texts.startPages.attention }] : []),
      { value: paths.backlog(), label: texts.startPages.backlog },
      { value: paths.plans(), label: texts.startPages.plans },
      { value: paths.workers(), label: texts.startPages.workers },
      ...(data?.apps ?? []).map(({ id, name }) => ({
        value: paths.workqueues(id),
        label: texts.startApp(name),
      })),
    ]
    const isListed = current === null || choices.some(({ value }) => value === current)
    return isListed ? choices : [...choices, { value: current, label: current }]
  }, [hasAttention, data, current])
}
