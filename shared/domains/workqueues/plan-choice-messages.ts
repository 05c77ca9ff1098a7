/** Texts of the tab `From Plan` of Run Workqueue. */
export const planChoiceMessages = {
  search: 'Search plans',
  opens: (plan: string) => `opens ${plan}`,
  lately: 'Run lately in this app',
  ran: 'ran',
  lastRun: 'Last run here',
  notRun: 'not yet',
  choose: 'Choose',
  chooseOf: (plan: string) => `Choose ${plan}: its inputs, then Run`,
  noMatch: (text: string) => `No plan has "${text}" in its name or description`,
  clear: 'Clear search',
  unread: (count: number) =>
    `${count.toLocaleString('en')} more plans were not listed by the platform and are not searched.`,
} as const
