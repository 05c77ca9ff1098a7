/** Exact texts of the team screens. */
export const teamMessages = {
  title: 'Teams',
  team: 'Team',
  typesOf: 'The types of its workers',
  workers: 'Workers',
  noWorkers: 'This team has no workers.',
  owned: 'Scripts and clusters',
  scripts: 'Scripts',
  clusters: 'Clusters',
  none: 'none',
  more: (count: number) => `and ${count.toLocaleString('en')} more`,
  members: 'Members',
  /** What needs a look; empty for nothing. */
  bad: (now: { failing: number; unpolled: number }) =>
    [
      now.failing > 0 &&
        `${now.failing.toLocaleString('en')} ${now.failing === 1 ? 'failure' : 'failures'} open`,
      now.unpolled > 0 &&
        `${now.unpolled.toLocaleString('en')} ${now.unpolled === 1 ? 'alias' : 'aliases'} not polled`,
    ]
      .filter(Boolean)
      .join(', '),
  work: (now: { running: number; waiting: number }) =>
    [
      now.running > 0 && `runs ${now.running.toLocaleString('en')}`,
      now.waiting > 0 && `${now.waiting.toLocaleString('en')} queued`,
    ]
      .filter(Boolean)
      .join(', '),
  noWork: 'no tasks now',
  onlyBad: (count: number) => `Only what needs a look (${count.toLocaleString('en')})`,
  noTeams: 'There are no teams yet: create one under Teams first.',
  emptyTitle: 'No teams yet',
  emptyText: 'A team owns workers and scripts. Its members are people of this account.',
  noMembersTitle: 'No members yet',
  noMembersText: 'People who are added by e-mail stand here; who has no user yet gets an invitation.',
  emailHint: 'An e-mail address. Who has no user yet gets an invitation.',
  newTeam: 'New Team',
  create: 'Create',
  editTeam: 'Edit Team',
  update: 'Update',
  name: 'Name',
  addMember: 'Add Team Member',
  newMember: 'New Member',
  add: 'Add',
  email: 'Email',
  role: 'Role',
  actions: 'Actions',
  delete: 'Delete',
  deleteMember: 'Delete Member',
  deleteMemberText: 'Are you sure you want to delete this member?',
  loadListFailed: 'Error loading teams:',
  loadFailed: 'Error loading team:',
  createFailed: 'Error creating team:',
  updateFailed: 'Error updating team:',
  inviteFailed: 'Error inviting member:',
  removeFailed: 'Error removing member:',
  created: 'Created team',
  updated: 'Updated team',
  memberAdded: 'Added member',
  memberInvited: 'Invited member',
  memberRemoved: 'Removed member',
} as const
