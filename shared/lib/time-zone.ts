/** Whether this is the name of a time zone of the IANA database, such as `Europe/London`. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    // RangeError: no such zone.
    return false
  }
}
