/** Exact texts of the session and of the menus in the top bar; the first load contains no others of this domain. */
export const sessionMessages = {
  signOut: 'Sign Out',
  tokenFailed: 'An error occurred while checking the temporary token',
  signOutFailed: "Couldn't sign out:",
  chooseAccountFailed: "Couldn't switch account:",
  leftAccount: (old: string, current: string) => `You are no longer a member of ${old}. This is ${current}.`,
  sessionExpired: 'Your session has expired.',
  sessionSignedOut: 'You have signed out in another tab.',
  sessionEnded: 'Your session was ended elsewhere: by a sign-out, a new password or a change of your access.',
  changePassword: 'Change password',
  accountTitle: 'Account',
  referenceTitle: 'Reference',
} as const
