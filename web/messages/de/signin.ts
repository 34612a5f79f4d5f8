// Anmelden, auf Deutsch.
import type { Messages } from '../en/index.ts';

export const signin = {
  title: 'Anmelden',
  stays: 'Dieses Gerät bleibt nach der letzten Benutzung 12 Stunden angemeldet.',
  staysOnPhone: 'Dein Telefon bleibt nach der letzten Benutzung 30 Tage angemeldet.',
  name: 'Name oder E-Mail',
  password: 'Passwort',
  ownPhone: 'Das ist mein eigenes Telefon',
  lost: 'Kein Passwort oder vergessen? Unter „Team“ erstellt ein Inhaber einen neuen Link.',
  submit: 'Anmelden',
  whoIsIt: 'Wer ist da?',
  signedInBefore: 'Diese Personen haben sich hier schon angemeldet.',
  someoneElse: 'Jemand anderes',
  innwire: 'innwire auf dem Server dieses Hauses',
  lookAround: 'Im Musterhaus umsehen',
  unreachable: 'Der Server ist nicht erreichbar. Netz prüfen und noch einmal versuchen.',
  httpsTitle: 'Diese Adresse ist nicht verschlüsselt',
  https:
    'Passwörter gingen offen durch das Netz, deshalb kann sich hier niemand anmelden. Die Rezeption unter ihrer https-Adresse öffnen, oder auf dem Server selbst.',
  ended: 'Die Sitzung ist abgelaufen',
  nothingLost: 'Zum Weiterarbeiten anmelden. Nichts Eingegebenes geht verloren.',
  sample: 'Das ist ein Musterhaus: alles ansehen, nichts ändern.',
} satisfies Messages['signin'];

export const welcome = {
  title: 'Willkommen',
  about: 'Dieser Link meldet dich einmal an. Mit einem Passwort geht es später auch mit deinem Namen.',
  password: 'Neues Passwort',
  passwordHelp: 'Mindestens 10 Zeichen; drei Wörter lassen sich gut merken.',
  tooShort: (missing: number) => (missing === 1 ? 'Noch ein Zeichen' : `Noch ${missing} Zeichen`),
  withPassword: 'Speichern und weiter',
  without: 'Ohne Passwort weiter',
  withoutHelp: 'Ohne Passwort brauchst du einen neuen Link, sobald dieses Gerät abgemeldet ist.',
  signedIn: (name: string) => `${name} ist auf diesem Gerät angemeldet und wird abgemeldet.`,
  notValid: 'Dieser Link gilt nicht mehr',
  whyNotValid: 'Ein Link gilt einmal und 48 Stunden lang; ein neuerer ersetzt ihn.',
  whatToDo: 'Einen Inhaber um einen neuen bitten: Team, dein Name, Neuer Link.',
  ownersToo: 'Der letzte Inhaber erstellt ihn auf dem Server:',
  withPasswordInstead: 'Mit Passwort anmelden',
} satisfies Messages['welcome'];
