// Why something failed, in Portuguese: a sentence for each code. What a channel wrote itself is quoted after it.
import type { Messages } from '../en/index.ts';

const nightsOf = (nights: number | null) =>
  nights === null ? 'noites' : nights === 1 ? '1 noite' : `${nights} noites`;

export const causes = {
  says: (who, said) => `${who} diz: «${said}»`,
  quoted: (said) => `«${said}»`,
  since: (time) => `Desde ${time}.`,
  again: (time) => `Nova tentativa: ${time}.`,
  mailServer: 'O servidor de e-mail',
  parts: {
    nights: 'Noites',
    reservations: 'Reservas',
    orders: 'Lista de reservas',
    accepted_requests: 'Pedidos aceites',
    messages: 'Mensagens',
    reviews: 'Avaliações',
    guest_requests: 'Pedidos de hóspedes',
    replies: 'Respostas',
    notices: 'Avisos de que não é precisa resposta',
    review_replies: 'Respostas a avaliações',
    request_answers: 'Respostas a pedidos',
    guest_reviews: 'Avaliações de hóspedes',
    calendar: 'Calendário',
    otas: 'OTAs por trás dele',
    sales_limits: 'Definições do alojamento lá',
  },
  sentences: {
    timed_out: ({ who }) => `${who} não respondeu a tempo. Será tentado de novo.`,
    host_unknown: ({ who }) => `O endereço de ${who} não existe na rede (DNS). Verifique o endereço.`,
    connection_refused: ({ who }) => `O servidor de ${who} recusou a ligação. Será tentado de novo.`,
    broken_off: ({ who }) => `${who} interrompeu a ligação. Será tentado de novo.`,
    not_secure: ({ who }) =>
      `Não foi possível uma ligação segura a ${who} (TLS). O certificado pode ter expirado.`,
    unreachable: ({ who }) => `Não é possível contactar ${who}. Será tentado de novo.`,
    address_not_allowed: ({ who }) =>
      `O endereço de ${who} não é permitido: tem de começar por https:// ou http:// e não estar numa rede privada.`,
    answer_too_large: ({ who }) => `A resposta de ${who} era demasiado grande.`,
    redirected: ({ who }) =>
      `${who} redireciona para outro endereço, o que não é seguido. Introduza o endereço de destino.`,
    unreadable_answer: ({ who }) => `Não foi possível ler a resposta de ${who}. Será tentado de novo.`,
    web_page: ({ who }) =>
      `Em vez de uma resposta de ${who} veio uma página web, como de uma firewall. Será tentado de novo.`,
    unavailable: ({ who }) => `${who} não o pôde fazer neste momento. Será tentado de novo.`,
    too_many_requests: ({ who }) => `${who} não aceita mais pedidos por agora. Continua por si.`,
    access_denied: ({ who }) => `${who} recusa o acesso.`,
    refused: ({ who }) => `${who} recusou.`,
    mapping_refused: ({ who }) =>
      `Quartos, tarifas ou definições não correspondem aos de ${who}. Corrija-os em Alterar.`,
    switched_off: ({ who }) =>
      `${who} está desligado: a interface de parceiros está fechada. Ative \`partner_access\` se tiver acesso.`,
    app_missing: ({ who }) =>
      `${who} retém mensagens e avaliações. Instale lá a aplicação Messages & Reviews ou desligue as conversas nas definições.`,
    outcome_unclear: ({ who }) =>
      `${who} não mostra se a resposta chegou. Veja lá a conversa antes de a enviar de novo.`,
    requests_used_up: ({ who }) =>
      `Esgotaram-se os pedidos que ${who} aceita destas credenciais. Continua por si; credenciais próprias não esperam.`,
    repeated_page: ({ who }) => `${who} diz que há mais, mas envia o que já enviou.`,
    unreadable_items: ({ who }) => `${who} enviou algo que não se consegue ler.`,
    credentials_unreadable: ({ who }) =>
      `O que está guardado para aceder a ${who} não se consegue ler com a chave atual. Introduza-o de novo.`,
    internal_error: () =>
      `O innwire falhou por um erro próprio, que o seu registo indica. Será tentado de novo.`,
    gone: ({ who }) =>
      `${who} diz que esse endereço já não existe. Remova o webhook ou introduza o novo endereço.`,
    events_removed: () => `Alguns eventos foram removidos do registo antes de poderem ser entregues.`,
    paused: () => `Está em pausa: nada é trocado nem enviado até ser retomado.`,
    nights_not_closed: ({ who, nights }) =>
      `${who} não fecha ${nightsOf(nights)} que não estão à venda e pode vendê-las. É tentado até estarem fechadas.`,
    nights_refused: ({ who, nights }) =>
      `${who} recusou valores de ${nightsOf(nights)}, ou estão fechadas lá.`,
    value_refused: ({ who }) => `${who} recusou valores desta noite.`,
    not_supported: ({ who }) => `${who} não admite esses valores.`,
    not_sent_yet: () => `A última alteração ainda não foi enviada.`,
    beyond_horizon: () => `A noite está mais longe do que se enviam as noites.`,
    never_fetched: ({ who }) => `${who} nunca leu o nosso calendário. Dê-lhe o endereço do calendário.`,
    not_fetched_since: ({ who }) => `${who} não leu o nosso calendário desde que a noite mudou.`,
    ota_problem: ({ who }) => `Algo está errado num portal por trás de ${who}: veja Ligações.`,
    calendar_unreadable: ({ who }) =>
      `Não foi possível ler o calendário de ${who}. O que mostrava antes continua válido.`,
    calendar_incomplete: ({ who }) =>
      `Alguns eventos do calendário de ${who} não puderam ser lidos. As datas legíveis estão fechadas; corrija-os ou apague-os lá.`,
    expired: () => `Esperou demasiado e não foi enviado. Escreva de novo ao hóspede.`,
    no_messages: ({ who }) => `A ligação a ${who} não transmite mensagens. Escreva ao hóspede lá.`,
    no_conversation: ({ who }) => `${who} não tem nenhuma conversa com este hóspede.`,
    connection_gone: ({ who }) =>
      `A ligação por onde veio o pedido já não existe. Escreva ao hóspede em ${who}.`,
    nothing_pushed: () =>
      `Os calendários são lidos e disponibilizados, não enviados: não há nada a comparar.`,
    login_not_tried: ({ who }) =>
      `${who} não foi consultado, porque iniciar sessão pode gastar as credenciais. São testadas ao ligar.`,
    test_not_passed: ({ who }) => `Não foi lido, porque o teste em ${who} falhou.`,
    not_shown: ({ who }) => `${who} não pode mostrar o seu calendário, por isso não é comparado.`,
    no_nights: () => `Nenhuma noite seria enviada.`,
    no_list: ({ who }) => `${who} envia as reservas por si; não há uma lista delas.`,
    reading_marks: ({ who }) => `As reservas não foram lidas, porque ${who} as marcaria como recolhidas.`,
    no_email_address: () => `A reserva não tem endereço de e-mail. Introduza um e envie a resposta de novo.`,
    wrong_email_address: () =>
      `Não se pode enviar nada para o e-mail da reserva. Corrija-o lá e envie a resposta de novo.`,
    test_property: () => `Um alojamento de teste não envia e-mails.`,
    email_not_set_up: () => `Espera até o e-mail estar configurado.`,
    mail_refused: () => `O servidor de e-mail não o aceitou.`,
  },
} satisfies Messages['causes'];
