/** The texts of sign-in and of the user's menus (spec section 2). */
export const accountMessages = {
  signIn: 'Sign In',
  signInWith: (vendor: string) => `Sign in with ${vendor}`,
  signOut: 'Sign Out',
  email: 'E-mail',
  password: 'Password',
  emailMissing: 'Enter your e-mail address.',
  passwordMissing: 'Enter your password.',
  tokenFailed: 'An error occurred while checking the temporary token',
  signOutFailed: "Couldn't sign out:",
  chooseAccountFailed: "Couldn't switch account:",
} as const
