import { isIP } from 'node:net'
import { commonSettings } from './common.ts'
import { gatewaySettings } from './gateway.ts'
import { platformSettings } from './platform.ts'

type Given = Readonly<Record<string, string | undefined>>

/** A port that a process listens on; undefined: not at all, or the value is wrong. */
interface Listener {
  name: string
  host: string | undefined
  port: number | undefined
}

const metricsAt = (given: Given, host: string | undefined): Listener => ({
  name: 'METRICS_PORT',
  host,
  port: commonSettings.METRICS_PORT.safeParse(given['METRICS_PORT']).data,
})

const platformListener = (given: Given): Listener => ({
  name: 'PLATFORM_PORT',
  host: platformSettings.PLATFORM_HOST.safeParse(given['PLATFORM_HOST']).data,
  port: platformSettings.PLATFORM_PORT.safeParse(given['PLATFORM_PORT']).data,
})

/** The ports of the gateway, and of the platform that it starts, which are the same at one address. */
export function gatewayPortProblems(given: Given): string[] {
  const host = gatewaySettings.HOST.safeParse(given['HOST']).data
  const own = { name: 'PORT', host, port: commonSettings.PORT.safeParse(given['PORT']).data }
  const embedded = given['PLATFORM_URL'] ? [] : [platformListener(given)]
  return samePorts([own, metricsAt(given, host), ...embedded])
}

/** The same of a platform that runs alone, and so has a listener of its own for metrics. */
export function platformPortProblems(given: Given): string[] {
  const platform = platformListener(given)
  return samePorts([platform, metricsAt(given, platform.host)])
}

function samePorts(listeners: readonly Listener[]): string[] {
  return listeners.flatMap((listener, index) => {
    const other = listeners.slice(0, index).find((one) => meets(one, listener))
    return other ? [`${listener.name}: must differ from ${other.name}`] : []
  })
}

/** Port 0 is any that is free. A name that is no address may be one of either version of IP. */
function meets(one: Listener, other: Listener): boolean {
  if (!one.port || one.port !== other.port || one.host === undefined || other.host === undefined) return false
  return one.host === other.host || contains(one.host, other.host) || contains(other.host, one.host)
}

const contains = (host: string, other: string) => host === '::' || (host === '0.0.0.0' && isIP(other) === 4)
