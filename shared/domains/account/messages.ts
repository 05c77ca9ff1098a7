import { sessionMessages } from './session-messages.ts'

/** Exact texts of sign-in and of the user's menus. */
export const accountMessages = {
  ...sessionMessages,
  noAccountLeft: (old: string) => `You are no longer a member of ${old}, and you belong to no other account.`,
  noAccountText: 'Ask an owner of an account to invite you, then try again.',
  noAccount: 'You belong to no account',
  tryAgain: 'Try again',
  signIn: 'Sign In',
  signInWith: (vendor: string) => `Sign in with ${vendor}`,
  email: 'E-mail',
  password: 'Password',
  emailMissing: 'Enter your e-mail address.',
  passwordMissing: 'Enter your password.',

  unverifiedEmail:
    'The identity provider does not say that your e-mail is verified: verify it there, then sign in again',
  signInAgain: 'Sign in again',
  signInAgainText: 'Sign in to continue on this page. Nothing that you have typed is lost.',
  leavePage: 'Go to sign-in page',

  forgotPassword: 'Forgot password?',
  resetTitle: 'Reset password',
  resetText: 'We send a link to your e-mail address, by which you choose a new password.',
  sendLink: 'Send link',
  backToSignIn: 'Back to sign-in',
  resetSent: 'Password reset email has been sent.',

  newPassword: 'New password',
  repeatPassword: 'Repeat password',
  currentPassword: 'Current password',
  currentMissing: 'Enter your current password.',
  passwordShort: 'Use at least 8 characters.',
  passwordsDiffer: 'The two passwords differ.',
  choosePassword: 'Choose a new password',
  savePassword: 'Save password',
  passwordChanged: 'Password changed',

  invitationTitle: 'You are invited',
  invitationText: 'Accept to join. If you are new here, you choose a password first.',
  newcomerText: 'You are new here: choose a password to join.',
  accept: 'Accept invitation',
  join: 'Join',
  joinedText: 'The membership was added. Sign in as usual to continue.',
  joinedToast: 'The membership was added',

  viewerApps: 'Apps',
  allApps: 'All apps',
  namedApps: 'Named apps',
  hidePayloads: 'Hide payloads',
  hidePayloadsHint: 'No states, inputs, outputs and logs of runs.',
  noAppNamed: 'Choose at least one app.',
  viewerTitle: (email: string) => `What ${email} sees`,
  viewerSave: 'Save',
  viewerSees: (apps: number, hidden: boolean) =>
    `${apps === 0 ? 'all apps' : apps === 1 ? '1 app' : `${apps} apps`}${hidden ? ', payloads hidden' : ''}`,
  loadAppsFailed: 'Error loading apps:',

  members: 'Members',
  role: 'Role',
  joined: 'Joined',
  actions: 'Actions',
  remove: 'Remove',
  removeTitle: 'Remove member',
  removeText: (email: string) => `Are you sure you want to remove ${email} from this account?`,
  invite: 'Invite',
  inviteTitle: 'Invite to account',
  name: 'Name',
  settings: 'Settings',
  notSelf: 'Another owner can remove you.',
  you: 'you',
  settingsHint:
    'Values of the account as a JSON object. Programs read them; the console itself uses none of them.',
  saveSettings: 'Save Settings',
  ownersOnly: 'Only owners change members and settings.',
  loadMembersFailed: 'Error loading members:',
  loadSettingsFailed: 'Error loading settings:',
  inviteFailed: 'Error inviting member:',
  removeFailed: 'Error removing member:',
  roleFailed: 'Error updating member:',
  settingsFailed: 'Error saving settings:',
  invited: (email: string) => `Invited ${email}`,
  removed: (email: string) => `Removed ${email}`,
  roleChanged: (email: string, role: string) => `${email} is now ${role}`,
  settingsSaved: 'Settings saved',
} as const

/** Sentences of the gateway about a session that has reached one of its limits, and about a cookie that does not open. */
export const sessionEndMessages = {
  idle: (limit: string) => `Your session has expired because it was not used for ${limit}.`,
  age: (limit: string) => `Your session has expired: a sign-in is valid for ${limit}.`,
  unreadable: 'Your session has ended: the console can no longer read its cookie.',
} as const
