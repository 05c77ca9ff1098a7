import { mask, unmasked } from '#shared/lib/mask.ts'
import type { EnvironmentVariables } from './environment.ts'
import type { FluxFault } from './flux-text.ts'
import { readFluxConfig, updateFluxConfig } from './flux.ts'

/** Masks of shorter values show no characters, so they cannot be recognised outside the environment. */
const MIN_RECOGNISED = 12

/**
 * A configuration with the values of its environment masked, also where they are repeated in other places. A text that
 * is no configuration is masked whole.
 */
export function maskFluxConfig(text: string): string {
  const read = readFluxConfig(text)
  if ('faults' in read) return mask(text)
  const { environment } = read.form
  const masked = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, mask(value)]))
  return repeated(environment).reduce(
    (config, value) => config.replaceAll(value, mask(value)),
    updateFluxConfig(text, { ...read.form, environment: masked }),
  )
}

/** The edited configuration with the stored values in the place of their masks, or its faults. */
export function unmaskFluxConfig(edited: string, stored: string): { text: string } | { faults: FluxFault[] } {
  if (edited === maskFluxConfig(stored)) return { text: stored }
  const after = readFluxConfig(edited)
  if ('faults' in after) return after
  const before = readFluxConfig(stored)
  if ('faults' in before) return { text: edited }
  const values = before.form.environment
  const environment = unmaskedEnvironment(after.form.environment, values)
  const text = repeated(values).reduce(
    (config, value) => config.replaceAll(mask(value), value),
    updateFluxConfig(edited, { ...after.form, environment }),
  )
  return { text }
}

const repeated = (environment: EnvironmentVariables) =>
  Object.values(environment).filter((value) => value.length >= MIN_RECOGNISED)

/** The environment that a caller means who may have seen the stored one with masks: a mask means the stored value. */
export const unmaskedEnvironment = (
  sent: EnvironmentVariables,
  stored: EnvironmentVariables,
): EnvironmentVariables =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => [
      name,
      unmasked(value, Object.hasOwn(stored, name) ? stored[name] : undefined),
    ]),
  )

/**
 * The first variable that has the mask of another one, which is not sent any more: its name was changed by a caller who
 * has not seen its value. Null when there is none.
 */
export function renamedMask(
  sent: EnvironmentVariables,
  stored: EnvironmentVariables,
): { name: string; earlier: string } | null {
  const gone = Object.entries(stored).filter(([name, value]) => value !== '' && !Object.hasOwn(sent, name))
  for (const [name, value] of Object.entries(sent)) {
    if (Object.hasOwn(stored, name)) continue
    const earlier = gone.find(([, secret]) => mask(secret) === value)
    if (earlier) return { name, earlier: earlier[0] }
  }
  return null
}
