import { z } from 'zod'

/** Maximum length of a quantity; Kubernetes's own bounds are far lower. */
const MAX_LENGTH = 24

const memoryUnits: Record<string, number> = {
  '': 1,
  k: 1e3,
  M: 1e6,
  G: 1e9,
  T: 1e12,
  P: 1e15,
  E: 1e18,
  Ki: 2 ** 10,
  Mi: 2 ** 20,
  Gi: 2 ** 30,
  Ti: 2 ** 40,
  Pi: 2 ** 50,
  Ei: 2 ** 60,
}
const cpuUnits: Record<string, number> = { '': 1000, m: 1 }

const amount = /^(\d+(?:\.\d+)?)([a-zA-Z]*)$/

/** An amount in its base unit; null for an invalid amount or an unknown unit. */
function amountIn(units: Record<string, number>, value: string): number | null {
  const [, number, unit = ''] = amount.exec(value) ?? []
  if (number === undefined || value.length > MAX_LENGTH || !Object.hasOwn(units, unit)) return null
  return Number(number) * (units[unit] ?? 1)
}

/** CPU in thousandths of a core: `500m` and `0.5` are 500; null for an invalid quantity. */
export const millicores = (value: string) => amountIn(cpuUnits, value)

/** Memory in bytes: `64Mi`, `1G`, `1024`; null for an invalid quantity. */
export const memoryBytes = (value: string) => amountIn(memoryUnits, value)

/** An amount of CPU as Kubernetes writes it. */
export const cpuQuantity = z
  .string()
  .refine((value) => millicores(value) !== null, 'must be an amount of CPU, like 500m or 1.5')

/** An amount of memory as Kubernetes writes it. */
export const memoryQuantity = z
  .string()
  .refine((value) => memoryBytes(value) !== null, 'must be an amount of memory, like 64Mi or 1G')

/** CPU and memory of one kind. */
export interface Amounts {
  cpu: string
  memory: string
}

export interface Resources {
  limits: Amounts
  requests: Amounts
}

const measures = { cpu: millicores, memory: memoryBytes } as const

/** The requests above their limits, which Kubernetes refuses. Invalid amounts are left to their own check. */
export function requestsAboveLimits({ limits, requests }: Resources): { path: string[]; message: string }[] {
  return (['cpu', 'memory'] as const).flatMap((kind) => {
    const [most, wanted] = [measures[kind](limits[kind]), measures[kind](requests[kind])]
    if (most === null || wanted === null || wanted <= most) return []
    return [{ path: ['requests', kind], message: `must not be more than the limit of ${limits[kind]}` }]
  })
}
