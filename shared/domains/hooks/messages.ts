/** Texts of start addresses in answers of calls. */
export const hookMessages = {
  actor: (name: string) => `Hook ${name}`,
  notFound: 'There is no start address with this id',
  noCredentials:
    'Send the secret of the start address as Authorization: Bearer, or sign the request by Standard Webhooks',
  wrongSecret: 'The secret is not that of this start address',
  wrongSignature: 'No webhook-signature fits the body and a secret of this start address',
  wrongClock: (seconds: number) =>
    `webhook-timestamp differs by more than ${Math.round(seconds / 60)} minutes from the clock here`,
  guesses: (seconds: number) => `Too many calls without the right secret, try again in ${seconds} s`,
  disabled: 'This start address is switched off',
  tooMany: (limit: number, seconds: number) =>
    `This start address starts at most ${limit} ${limit === 1 ? 'run' : 'runs'} a minute, try again in ${seconds} s`,
  emptyBody: 'The body is not JSON: it is empty',
  notJson: 'The body is not valid JSON',
  noObject: 'must be an object: the initial state of the run',
  keyLength: (most: number) => `must have 1 to ${most} characters`,
  stateSize: (mib: number) => `The mapping makes an initial state of more than ${mib} MiB of this body`,
  most: (most: number) =>
    `An account has at most ${most} start addresses: delete one before you make another`,
  overLimit: (most: number) => `must be at most ${most}: what this installation allows`,
  badReference: 'is no reference: write $body, or $body. and names joined by dots, as $body.order.id',
  mappingSize: (kib: number) => `must have at most ${kib} KiB`,
  failed: 'The platform failed',
} as const
