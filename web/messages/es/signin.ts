// Iniciar sesión, en español.
import type { Messages } from '../en/index.ts';

export const signin = {
  title: 'Iniciar sesión',
  stays: 'Este dispositivo mantiene la sesión 12 horas desde el último uso.',
  staysOnPhone: 'Su teléfono mantiene la sesión 30 días desde el último uso.',
  name: 'Nombre o correo electrónico',
  password: 'Contraseña',
  ownPhone: 'Es mi propio teléfono',
  lost: '¿Sin contraseña, o la ha olvidado? Un propietario crea un enlace nuevo en Equipo.',
  submit: 'Iniciar sesión',
  whoIsIt: '¿Quién es?',
  signedInBefore: 'Estas personas ya iniciaron sesión aquí.',
  someoneElse: 'Otra persona',
  innwire: 'innwire en el servidor de esta casa',
  lookAround: 'Ver la casa de ejemplo',
  unreachable: 'No se puede contactar con el servidor. Compruebe la red e inténtelo de nuevo.',
  httpsTitle: 'Esta dirección no está cifrada',
  https:
    'Las contraseñas irían sin cifrar por la red, así que nadie puede iniciar sesión aquí. Abra la recepción en su dirección https o en el propio servidor.',
  ended: 'Su sesión ha terminado',
  nothingLost: 'Inicie sesión para seguir. No se pierde nada de lo que escribió.',
  sample: 'Esta es una casa de ejemplo: mire todo, no se cambia nada.',
} satisfies Messages['signin'];

export const welcome = {
  title: 'Bienvenida',
  about: 'Este enlace inicia la sesión una vez. Con una contraseña podrá entrar después con su nombre.',
  password: 'Contraseña nueva',
  passwordHelp: 'Al menos 10 caracteres; tres palabras se recuerdan bien.',
  tooShort: (missing: number) => (missing === 1 ? 'Falta un carácter' : `Faltan ${missing} caracteres`),
  withPassword: 'Guardar y seguir',
  without: 'Seguir sin contraseña',
  withoutHelp: 'Sin ella necesitará un enlace nuevo cada vez que se cierre la sesión en este dispositivo.',
  signedIn: (name: string) => `${name} tiene la sesión iniciada en este dispositivo; se cerrará.`,
  notValid: 'Este enlace ya no es válido',
  whyNotValid: 'Un enlace sirve una vez y durante 48 horas; uno más nuevo lo sustituye.',
  whatToDo: 'Pida uno nuevo a un propietario: Equipo, su nombre, Enlace nuevo.',
  ownersToo: 'El último propietario lo crea en el servidor:',
  withPasswordInstead: 'Entrar con contraseña',
} satisfies Messages['welcome'];
