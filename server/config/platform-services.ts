import { z } from 'zod'
import { isSender } from '../lib/mail-address.ts'
import { atLeastOne, flag, hostList, httpUrl, isGitUrl, wholeNumber } from './forms.ts'

/** Settings of the platform about what it exchanges with others: mails, alerts, tasks of workers, live events, sign-in and commits. */
export const platformServices = {
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })
    .optional()
    .meta({
      description: 'where invitations and new passwords are sent',
      unset: 'they are written to the log, with their links',
    }),
  MAIL_FROM: z
    .string()
    .trim()
    .refine(isSender, 'must be an e-mail address, or a name and one: Console <console@example.com>')
    .optional()
    .meta({
      description: 'sender of the mails, as `Console <console@example.com>`',
      unset: '`no-reply@` and the host of `PUBLIC_URL`',
    }),
  ALERT_ALLOW_PRIVATE: hostList.optional().meta({
    description:
      'private addresses that alerts may be sent to, comma separated: `10.0.0.5`, `10.0.0.5:8065`, `[fd00::5]:8065` or `hooks.internal:8065`',
    unset: 'none: alerts reach only public addresses',
  }),
  HOOK_STARTS_PER_MINUTE: wholeNumber(1, 100_000).default(600).meta({
    description: 'the largest limit that a start address may have, in runs a minute',
  }),
  INVITATIONS_PER_INVITER: atLeastOne.default(20).meta({
    description: 'mails with invitations that one user may send in an hour, repeated ones included',
  }),
  INVITATIONS_PER_ACCOUNT: atLeastOne
    .default(100)
    .meta({ description: 'the same of all owners of an account together' }),
  QUEUE: z.enum(['embedded', 'sqs', 'none']).default('embedded').meta({
    description:
      'where workers take their tasks from: queues here (`embedded`), Amazon SQS or a compatible service (`sqs`, with the names of the AWS SDK such as `AWS_REGION` and `AWS_ACCESS_KEY_ID`), or nowhere (`none`)',
  }),
  SQS_ENDPOINT: httpUrl.optional().meta({
    description: 'address of a service that is compatible with Amazon SQS, with `QUEUE=sqs`',
    unset: "Amazon's for `AWS_REGION`",
  }),
  QUEUE_URL_BASE: httpUrl
    .optional()
    .meta({ description: 'where workers reach their queues', unset: '`$PUBLIC_URL/queue`' }),
  PUSHER_APP_ID: z.string().optional().meta({
    description: 'publishes live events through a service instead of the embedded endpoint',
    unset: '',
  }),
  PUSHER_SECRET: z
    .string()
    .optional()
    .meta({ description: 'the secret of that service', unset: 'required with `PUSHER_APP_ID`' }),
  OIDC_ISSUER: httpUrl.optional().meta({
    description: 'address of the OpenID Connect issuer for sign-in',
    unset: 'sign-in by password',
  }),
  OIDC_CLIENT_ID: z.string().trim().optional().meta({
    description: 'the client id of this console at the issuer',
    unset: 'required with `OIDC_ISSUER`',
  }),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .meta({ description: 'the client secret', unset: 'required with `OIDC_ISSUER`' }),
  OIDC_ALLOW_UNVERIFIED_EMAIL: flag.default(false).meta({
    description:
      'accepts sign-ins whose token does not say `email_verified: true`; only for an issuer whose users cannot choose their e-mail themselves',
  }),
  FLUX_GIT_URL: z
    .string()
    .refine(isGitUrl, 'must be an https, ssh or file address, like https://git.example.com/ops/fleet.git')
    .optional()
    .meta({
      description:
        'the Git repository of Flux: it has `charts/worker`, and the console commits every change of a deployment to it (https, ssh or file)',
      unset: 'no commits',
    }),
  FLUX_GIT_BRANCH: z
    .string()
    .regex(
      /^(?!.*(?:\.\.|\/\/|\.lock$|\/$))[A-Za-z0-9][A-Za-z0-9._/-]{0,199}$/,
      'must be the name of a branch: letters, digits, ".", "_", "-" and "/"',
    )
    .optional()
    .meta({
      description: 'the branch for these commits',
      unset: 'the default branch of the repository, or `main`',
    }),
  FLUX_GIT_TOKEN: z.string().trim().optional().meta({
    description:
      'the token or password for `FLUX_GIT_URL` with https; its user is that of the address, or `git`',
    unset: 'that of the address',
  }),
  FLUX_GIT_SSH_KEY_FILE: z.string().trim().optional().meta({
    description: 'a file with the private key for `FLUX_GIT_URL` with ssh, without a passphrase',
    unset: "the keys of the console's user",
  }),
  FLUX_GIT_KNOWN_HOSTS_FILE: z.string().trim().optional().meta({
    description: 'a file with the keys of the hosts that are accepted with ssh, as `ssh-keyscan` prints them',
    unset: 'the key that a host shows first is kept; another one is refused',
  }),
}
