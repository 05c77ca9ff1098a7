/** Exact texts of the tables of pending invitations. */
export const invitationMessages = {
  title: 'Invitations',
  email: 'Email',
  role: 'Role',
  invited: 'Invited',
  expires: 'Expires',
  actions: 'Actions',
  into: ({ kind, name }: { kind: string; name: string }) =>
    kind === 'account' ? 'to the account' : `to the ${kind} ${name}`,
  by: (email: string) => `by ${email}`,
  resend: 'Resend',
  resent: (email: string) => `Invitation sent again to ${email}`,
  resendFailed: 'Error sending the invitation again:',
  copyLink: 'Copy link',
  copy: 'Copy',
  linkFailed: 'Error making a link:',
  linkTitle: 'Link of the invitation',
  linkText: (email: string) =>
    `Every reader of this link can accept the invitation as ${email}. It is shown only now, works once, and replaces the link in the mail.`,
  done: 'Done',
  withdraw: 'Withdraw',
  withdrawTitle: 'Withdraw Invitation',
  withdrawText: 'Are you sure you want to withdraw this invitation? Its link stops working.',
  withdrawn: (email: string) => `Withdrew the invitation of ${email}`,
  withdrawFailed: 'Error withdrawing the invitation:',
  loadFailed: 'Error loading invitations:',
  empty: 'No pending invitations',
} as const
