/** What a member is refused with: rights of owners. */
export const peopleMessages = {
  inviteOwners: 'Only an owner can invite people into the account',
  invitationOwners: 'Only an owner can resend or withdraw an invitation',
  roleOwners: 'Only an owner can change the role of a member',
  settingsOwners: 'Only an owner can change the settings of the account',
  removeOwners: 'Only an owner can remove a member from the account',
  viewersRead: 'A viewer can read, but not do this: an owner of the account can give you another role',
  viewer: 'Viewer',
  viewersShare: 'A viewer can save views, but not share them',
  payloadsHidden: 'Payloads are hidden for your role',
  stateHidden: (term: string) => `${term}: payloads are hidden for your role, so no state can be searched`,
  addSelf: 'Only an owner, or another member, can add you',
}
