/** Words of reasons that decide whether a number beside them is a code, which has a meaning, or a count. */

const words = (text: string) => new Set(text.split(' '))

/** A number after one of these is a code. */
const codeWords = words(
  'status http sqlstate sqlcode errno exit exited signal rc hresult fehlernummer rückgabewert rueckgabewert returncode',
)
/** Words that end in "code" and name data, as in "invalid postcode 1234". */
const dataCodes = words(
  'zipcode postcode barcode promocode countrycode bytecode qrcode unicode sourcecode passcode decode encode transcode',
)
/** Before the word "code", when it is written alone: what kind of data it is. */
const dataKinds = words(
  'zip postal post bar promo country product currency area source byte verification discount voucher qr language bank',
)

/** Whether a number after the word is a code; `before` is the word before it. */
export function isCodeWord(word: string, before: string | null): boolean {
  if (codeWords.has(word)) return true
  if (word === 'code') return before === null || !dataKinds.has(before)
  return /(?:code|status)$/.test(word) && !dataCodes.has(word)
}

/** A status of HTTP may follow one of these, and so may a count. */
export const answerWords = words(
  'error err fehler returned got received responded response answered replied antwortete antwort erhielt lieferte meldet',
)
/** Words between a code word and its code. */
export const fillers = words(
  'with code status of is was by number no nr value mit war ist von the a unexpected',
)
/** What may follow a status of HTTP in a sentence. */
export const afterStatus = words('from for on while when in at to by von bei für fuer after as')
/** What makes the number before it a count, also after a code word. */
export const quantityWords = words('times mal rows items records bytes tasks attempts retries requests')

/** First words of the phrases of HTTP statuses, with their second where the first alone is no phrase. */
const statusPhrases: Record<string, ReadonlySet<string> | null> = {
  not: words('found acceptable implemented modified'),
  bad: words('request gateway'),
  internal: words('server'),
  service: words('unavailable temporarily'),
  gateway: words('timeout time-out'),
  too: words('many'),
  client: words('error'),
  server: words('error'),
  method: words('not'),
  payment: words('required'),
  precondition: words('failed required'),
  request: words('timeout time-out entity header'),
  unprocessable: words('entity content'),
  moved: words('permanently'),
  forbidden: null,
  unauthorized: null,
  conflict: null,
  gone: null,
}

/** Whether these words are the phrase of an HTTP status: `404 Not Found`. */
export function isStatusPhrase(first: string | undefined, second: string | undefined): boolean {
  if (first === undefined || !Object.hasOwn(statusPhrases, first)) return false
  const next = statusPhrases[first]
  return !next || (second !== undefined && next.has(second))
}

/** Units that are written apart from their number, and what belongs to a time of day. */
export const units = words(
  'ns us µs ms s sec secs second seconds m min mins minute minutes h hr hrs hour hours d day days week weeks month months ' +
    'year years b byte bytes kb mb gb tb kib mib gib tib k % percent am pm utc gmt cet cest z px rows ' +
    'sekunde sekunden minute minuten stunde stunden tag tage tagen uhr prozent zeichen chars characters',
)
export const calendarWords = words(
  'january february march april may june july august september october november december jan feb mar apr jun jul aug ' +
    'sep sept oct nov dec januar februar märz mai juni juli oktober dezember dez okt ' +
    'mon tue wed thu fri sat sun monday tuesday wednesday thursday friday saturday sunday',
)

/** Names of the field that contain a digit. */
export const digitWords = words(
  'ipv4 ipv6 s3 ec2 sha1 sha256 sha384 sha512 md5 utf8 utf16 utf-8 utf-16 int8 int16 int32 int64 uint8 uint16 uint32 ' +
    'uint64 float32 float64 base64 base32 x509 oauth1 oauth2 k8s http1 http2 http3 h2 log4j x86 x86_64 arm64 amd64 ' +
    'tls1 ed25519 rs256 hs256 es256 i18n l10n p12 web3 neo4j',
)

/** The last part of a host's name. */
export const hostEndings = words(
  'com net org io dev de eu at ch fr uk us info biz cloud app ai local localdomain internal lan corp test example invalid svc',
)
/** The last part of a file's name. */
export const fileEndings = words(
  'js mjs cjs ts tsx jsx py pyc go rs java kt scala rb php cs cpp cc c h hpp swift sh sql csv tsv txt log json jsonl yaml ' +
    'yml xml html pdf png jpg jpeg gif zip gz tar tgz bz2 parquet avro xls xlsx doc docx jar war so dll exe bin tmp lock ' +
    'toml ini conf cfg env pem crt key bak',
)
/** Words after which a host is named. */
export const hostWords = words(
  'enotfound eai_again getaddrinfo lookup unknownhostexception host hostname rechner',
)

/** Vendors whose error codes are their name, a hyphen and a number. */
const vendors = words(
  'ora pls tns sql ora- db2 err aadsts msb cs ts nu netsdk sp2 dpy dpi jdbc hhh wfly iso ibm dsn dfh jes cwwk sqlcode ' +
    'cve rfc',
)
/** Codes that are known by their form: PostgreSQL's and standard SQL states, MongoDB's, vendors'. */
export function isKnownCode(word: string): boolean {
  if (/^E\d{4,5}$/.test(word)) return true
  if (/^(?:[0-5][0-9A-F]|H[VYZ]|XX|P0|F0|IM)[0-9A-Z]{3}$/.test(word)) return /[A-Z]/.test(word)
  const [, vendor, number] = /^([A-Z][A-Z0-9]{1,6}?)-?(\d{3,6})[A-Z]?$/.exec(word) ?? []
  return vendor !== undefined && number !== undefined && vendors.has(vendor.toLowerCase())
}
