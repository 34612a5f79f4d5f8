// Signing in, in English.

export const signin = {
  title: 'Sign in',
  stays: 'This device stays signed in for 12 hours after its last use.',
  staysOnPhone: 'Your phone stays signed in for 30 days after its last use.',
  name: 'Name or e-mail',
  password: 'Password',
  ownPhone: 'This is my own phone',
  lost: 'No password, or lost it? An owner makes a new link for you under People.',
  submit: 'Sign in',
  whoIsIt: 'Who is it?',
  signedInBefore: 'These people signed in here before.',
  someoneElse: 'Someone else',
  innwire: 'innwire on the server of this house',
  lookAround: 'Look around in the sample house',
  unreachable: 'The server cannot be reached. Check the network and try again.',
  httpsTitle: 'This address is not encrypted',
  https:
    'Passwords would cross the network in the open, so nobody can sign in here. Open the desk at its https address, or on the server itself.',
  ended: 'Your session has ended',
  nothingLost: 'Sign in to go on. Nothing you typed is lost.',
  sample: 'This is a sample house: look at everything, change nothing.',
};

export const welcome = {
  title: 'Welcome',
  about: 'This link signs you in once. Choose a password to sign in with your name later.',
  password: 'New password',
  passwordHelp: 'At least 10 characters; three words are easy to keep in mind.',
  tooShort: (missing: number) => (missing === 1 ? 'One more character' : `${missing} more characters`),
  withPassword: 'Save and go on',
  without: 'Go on without a password',
  withoutHelp: 'Without one, you need a new link whenever this device was signed out.',
  signedIn: (name: string) => `${name} is signed in on this device, and will be signed out.`,
  notValid: 'This link is no longer valid',
  whyNotValid: 'A link works once and for 48 hours, and a newer one replaces it.',
  whatToDo: 'Ask an owner for a new one: People, your name, New link.',
  ownersToo: 'The last owner makes one on the server:',
  withPasswordInstead: 'Sign in with a password',
};
