/** Exact texts of the Collaborators screen. */
export const collaboratorMessages = {
  title: 'Collaborators',
  email: 'Email',
  role: 'Role',
  actions: 'Actions',
  addCollaborator: 'Add Collaborator',
  newCollaborator: 'New Collaborator',
  emailHint: 'Who has no user yet gets an invitation.',
  deleteCollaborator: 'Delete Collaborator',
  deleteText: 'Are you sure you want to delete this collaborator?',
  emptyTitle: 'No collaborators yet',
  emptyText: 'Collaborators work on this app together. Add them by their e-mail address.',
  loadFailed: 'Error loading collaborators:',
  inviteFailed: 'Error inviting collaborator:',
  removeFailed: 'Error removing collaborator:',
  added: 'Added collaborator',
  invited: 'Invited collaborator',
  removed: (email: string) => `Removed collaborator: ${email}`,
} as const

/** Exact texts of an app's Settings screen. */
export const appSettingsMessages = {
  lastToken: 'App must have at least one token',
  secretsHidden:
    'Only collaborators of the app and owners of the account see and change its tokens and variables',
  title: 'Settings',
  loadFailed: 'Error loading app details:',
  revealFailed: 'Error loading data:',
  hiddenTitle: 'You see no tokens and variables here',
  tokens: 'Access Tokens',
  key: 'Key',
  secret: 'Secret',
  addToken: 'Add Token',
  deleteToken: 'Delete Token',
  deleteTokenText:
    'Are you sure you want to delete this token? Programs that sign in with it are refused from then on.',
  noTokensTitle: 'No access tokens yet',
  noTokensText: 'Programs sign in as this app with an access token.',
  /** What a token reaches: `docs/security.md` has the calls, and a test compares them with the platform's. */
  tokensReach:
    'A token reaches this app only: its workqueues, tasks and logs, never its tokens and variables. It also reads the plans of the account, because each of them can be run in this app.',
  tokenAdded: 'Token added',
  tokenRemoved: 'Token removed',
  addTokenFailed: 'Error adding token:',
  removeTokenFailed: 'Error removing token:',
  variables: 'Variables',
  name: 'Name',
  value: 'Value',
  addVariable: 'Add Variable',
  newVariable: 'New Variable',
  nameHint: 'Tasks read it in their inputs as $var.{name}.',
  nameFault: 'Letters, digits, _ and - only',
  nameTaken: 'The app has a variable of this name already',
  deleteVariable: 'Delete Variable',
  deleteVariableText: 'Are you sure you want to delete this variable? Tasks that read it will fail.',
  noVariablesTitle: 'No variables yet',
  noVariablesText:
    "A variable holds a value, such as a password, that this app's tasks read in their inputs.",
  variableAdded: 'Variable added',
  variableRemoved: 'Variable removed',
  addVariableFailed: 'Error adding variable:',
  removeVariableFailed: 'Error removing variable:',
} as const
