/** The formats of texts that are checked; any other is a remark. */
export const formats: Readonly<Record<string, { words: string; test(text: string): boolean }>> = {
  date: { words: 'a date, like 2026-03-01', test: isDate },
  time: { words: 'a time with its zone, like 12:00:00Z', test: isTime },
  'date-time': {
    words: 'a moment, like 2026-03-01T12:00:00Z',
    test: (text) => /^.{10}[Tt]/.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11)),
  },
  email: { words: 'an e-mail address', test: (text) => isEmailAddress(text) },
  uri: { words: 'an address with its scheme', test: isUri },
  hostname: { words: 'a host name', test: isHostName },
  ipv4: { words: 'an IPv4 address', test: (text) => isIpv4(text) },
  ipv6: { words: 'an IPv6 address', test: (text) => text.includes(':') && isUri(`http://[${text}]/`) },
  uuid: { words: 'a UUID', test: isUuid },
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day >= 1 && day <= (days[month - 1] ?? 0)
}

function isTime(text: string): boolean {
  const found = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/.exec(text)
  if (!found) return false
  const [hour, minute, second, zoneHour, zoneMinute] = [1, 2, 3, 5, 6].map((group) =>
    Number(found[group] ?? 0),
  )
  if (hour! > 23 || minute! > 59 || second! > 60 || zoneHour! > 23 || zoneMinute! > 59) return false
  if (second !== 60) return true
  // A leap second is the last one of a day in UTC.
  const offset = (found[4] === '-' ? -1 : 1) * (zoneHour! * 60 + zoneMinute!)
  return (hour! * 60 + minute! - offset + 1440) % 1440 === 1439
}

const isEmailAddress = (text: string) =>
  text.length <= 320 &&
  !/^\.|\.\.|\.@/.test(text) &&
  /^[^\s@]{1,64}@[^\s@]{1,255}$/.test(text) &&
  isHostName(text.slice(text.indexOf('@') + 1))

function isUri(text: string): boolean {
  return /^[a-z][a-z0-9+.-]{0,40}:[^\s<>"{}|\\^`]{0,8000}$/i.test(text) && URL.canParse(text)
}

function isHostName(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split('.').every((label) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
  )
}

const isIpv4 = (text: string) =>
  /^\d{1,3}(?:\.\d{1,3}){3}$/.test(text) &&
  text.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part)

function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)
}
