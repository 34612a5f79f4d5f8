// Iniciar sessão, em português.
import type { Messages } from '../en/index.ts';

export const signin = {
  title: 'Iniciar sessão',
  stays: 'Este dispositivo mantém a sessão durante 12 horas após a última utilização.',
  staysOnPhone: 'O seu telemóvel mantém a sessão durante 30 dias após a última utilização.',
  name: 'Nome ou e-mail',
  password: 'Palavra-passe',
  ownPhone: 'É o meu próprio telemóvel',
  lost: 'Sem palavra-passe, ou esqueceu-a? Um proprietário cria um novo link em Equipa.',
  submit: 'Iniciar sessão',
  whoIsIt: 'Quem é?',
  signedInBefore: 'Estas pessoas já iniciaram sessão aqui.',
  someoneElse: 'Outra pessoa',
  innwire: 'innwire no servidor desta casa',
  lookAround: 'Ver a casa de exemplo',
  unreachable: 'Não é possível contactar o servidor. Verifique a rede e tente de novo.',
  httpsTitle: 'Este endereço não é cifrado',
  https:
    'As palavras-passe passariam às claras pela rede, por isso ninguém pode iniciar sessão aqui. Abra a receção no seu endereço https ou no próprio servidor.',
  ended: 'A sua sessão terminou',
  nothingLost: 'Inicie sessão para continuar. Nada do que escreveu se perde.',
  sample: 'Esta é uma casa de exemplo: veja tudo, nada se altera.',
} satisfies Messages['signin'];

export const welcome = {
  title: 'Bem-vindo',
  about: 'Este link inicia a sessão uma vez. Com uma palavra-passe pode voltar a entrar com o seu nome.',
  password: 'Nova palavra-passe',
  passwordHelp: 'Pelo menos 10 caracteres; três palavras são fáceis de lembrar.',
  tooShort: (missing: number) => (missing === 1 ? 'Mais um carácter' : `Mais ${missing} caracteres`),
  withPassword: 'Guardar e continuar',
  without: 'Continuar sem palavra-passe',
  withoutHelp: 'Sem ela, precisa de um novo link sempre que a sessão terminar neste dispositivo.',
  signedIn: (name: string) => `${name} tem sessão iniciada neste dispositivo; essa sessão vai terminar.`,
  notValid: 'Este link já não é válido',
  whyNotValid: 'Um link serve uma vez e durante 48 horas; um mais recente substitui-o.',
  whatToDo: 'Peça um novo a um proprietário: Equipa, o seu nome, Novo link.',
  ownersToo: 'O último proprietário cria-o no servidor:',
  withPasswordInstead: 'Entrar com palavra-passe',
} satisfies Messages['welcome'];
