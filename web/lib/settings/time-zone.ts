import { useSyncExternalStore } from 'react'
import { localClock, type ZoneClock, zoneClock } from '#shared/lib/zone-clock.ts'
import { preferences } from './preferences.ts'

let known: { zone: string | null; clock: ZoneClock | null } = { zone: null, clock: null }

/** The clock of the chosen zone; null where none is chosen, where this browser lacks it, or where it is the browser's. */
function chosenClock(): ZoneClock | null {
  const zone = preferences.get().timeZone
  if (zone !== known.zone)
    known = { zone, clock: zone === null || zone === browserZone() ? null : zoneClock(zone) }
  return known.clock
}

let ofBrowser = { at: -Infinity, offset: 0, zone: '' }

/**
 * The time zone of the browser. Each shown time needs it, and it takes a browser a tenth of a millisecond to name it: so it is
 * asked once a second, and when the clock has another offset.
 */
export function browserZone(): string {
  const [at, offset] = [performance.now(), new Date().getTimezoneOffset()]
  if (at - ofBrowser.at > 1000 || offset !== ofBrowser.offset)
    ofBrowser = { at, offset, zone: Intl.DateTimeFormat().resolvedOptions().timeZone }
  return ofBrowser.zone
}

/** The time zone in which the console shows all times. */
export const shownZone = (): string => (chosenClock() && known.zone) ?? browserZone()

/** The clock by which the console shows all times. */
export const shownClock = (): ZoneClock => chosenClock() ?? localClock

/** The zone of the browser, where another one is chosen. */
export const otherZone = (): string | null => (chosenClock() ? browserZone() : null)

/** A date whose UTC fields (`getUTCHours`, ...) are those of the clock by which the console shows times. */
export const wallOf = (at: Date | number): Date => shownClock().wall(at)

const dayNumber = (at: Date | number) => Math.floor(wallOf(at).getTime() / 86_400_000)

/** Whether two moments are on the same day of the zone in which times are shown. */
export const isSameDay = (a: Date | number, b: Date | number): boolean => dayNumber(a) === dayNumber(b)

/** The time zone of all times; renders the caller again when the user chooses another. */
export const useShownZone = (): string => useSyncExternalStore(preferences.subscribe, shownZone)
