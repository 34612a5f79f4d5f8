// Texts of Portuguese-speaking guests, and the property's replies.
import type { Phrases } from './phrases.ts';

export const PORTUGUESE: Phrases = {
  talk: {
    parking: [
      [
        'Olá, vamos de carro. Há estacionamento perto da casa?',
        'Olá, {name}. As ruas aqui são estreitas e quase só para residentes. O parque das Portas do Sol fica a dez minutos a pé e custa cerca de 22 euros por dia.',
      ],
    ],
    cot: [
      [
        'Olá, vamos com um bebé de dez meses. É possível pôr um berço no quarto?',
        'Com todo o gosto, {name}. O berço é gratuito e estará pronto à vossa chegada. Também temos cadeira de refeição.',
      ],
    ],
    earlyCheckin: [
      [
        'Olá, o nosso voo chega às {time} da manhã. Seria possível entrar mais cedo?',
        'Olá, {name}. Nesse dia temos uma saída às 11h00, por isso não posso prometer, mas aviso assim que o apartamento estiver pronto. As malas podem ficar connosco desde que cheguem.',
      ],
    ],
    luggage: [
      [
        'Olá, o nosso voo é só à noite. Podemos deixar as malas depois do check-out?',
        'Claro que sim, {name}. Temos uma arrecadação fechada junto à entrada; podem ir buscá-las até às 20h00.',
      ],
    ],
    lift: [
      [
        'Olá, o prédio tem elevador? A minha mãe tem dificuldade com escadas.',
        'Olá, {name}. Infelizmente a casa é antiga, não tem elevador e as escadas são íngremes. Levamos as malas com todo o gosto. Se for demasiado para a sua mãe, diga-me e cancelo sem custos.',
      ],
    ],
    invoice: [
      [
        'Olá, viajo em trabalho. Podem passar fatura com o NIF da empresa?',
        'Olá, {name}, com certeza. Envie-me por favor o nome, a morada e o NIF, e terá a fatura no dia da saída.',
      ],
    ],
    arrivalTime: [
      [
        'Olá, contamos chegar por volta das {time}. Pode ser?',
        'Perfeito, {name}. O apartamento está pronto a partir das 15h00 e a Odete estará lá para vos receber.',
      ],
    ],
    runningLate: [
      [
        'Olá! O comboio chega um pouco mais tarde, devemos estar aí pelas {time}.',
        'Obrigada por avisar, {name}. Até já!',
      ],
    ],
    lateArrival: [
      [
        'Olá, o voo está atrasado e só chegamos por volta das {time}. Ainda podemos entrar?',
        'Sem problema, {name}. A porta abre com o vosso código a qualquer hora. Só peço que não façam barulho no pátio.',
      ],
    ],
    airport: [
      [
        'Qual é a melhor forma de chegar aí a partir do aeroporto?',
        'De táxi ou TVDE são 15 a 20 minutos e cerca de 15 euros. De metro: linha vermelha até São Sebastião, azul até Baixa-Chiado e depois o elétrico 28 até à Graça. Com malas, aconselho o táxi.',
      ],
    ],
    restaurant: [
      [
        'Pode recomendar um sítio para jantar que não seja só para turistas?',
        'Com gosto! A tasca na esquina do largo: peixe grelhado, fecha à segunda. Digam que vão da parte da Inês.',
      ],
    ],
    lateCheckout: [
      [
        'Seria possível sairmos um pouco mais tarde, por volta das 13h00?',
        'Lamento, {name}, os próximos hóspedes chegam nessa tarde; o mais tarde que consigo é às 11h30. As malas podem ficar connosco até à noite.',
      ],
    ],
    towels: [
      [
        'Podiam deixar-nos mais duas toalhas de banho, por favor?',
        'Claro. A Fátima deixa-as à porta dentro de uma hora.',
      ],
    ],
    heating: [
      [
        'Boa noite, está um pouco frio no apartamento. Como se liga o aquecimento?',
        'Com o comando branco na prateleira junto à porta: carregue em "mode" até aparecer o sol e escolha a temperatura. No roupeiro há também um cobertor grosso.',
      ],
    ],
    cooling: [
      [
        'Olá, o ar condicionado não está a arrefecer. Estamos a fazer alguma coisa mal?',
        'Fechem primeiro as janelas, por favor: ele desliga-se quando uma está aberta. Depois carreguem em "mode" até aparecer o floco de neve. Se não resultar, o Rui passa por aí.',
      ],
    ],
    hotWater: [
      [
        'Boa noite, estamos sem água quente. Alguém pode ver o que se passa?',
        'Peço imensa desculpa, {name}. Carregue por favor no botão vermelho do esquentador, no armário da cozinha; costuma resolver. De qualquer forma, o Rui passa aí logo de manhã.',
      ],
    ],
    wifi: [
      [
        'O wi-fi está sempre a cair e amanhã precisamos de trabalhar. Pode ajudar?',
        'Peço desculpa, {name}. Reiniciei o router à distância, experimente daqui a cinco minutos. O Rui vai também ver o ponto de acesso do vosso piso.',
      ],
    ],
    noise: [
      [
        'Esta noite houve muito barulho na rua até às duas. É sempre assim?',
        'Lamento que tenham dormido mal, {name}. Houve uma festa na casa em frente e já falei com os vizinhos. As portadas do quarto ajudam muito e há tampões na gaveta da casa de banho.',
      ],
    ],
    thanks: [
      [
        'Acabámos de sair, as chaves estão na mesa. {Obrigado|Obrigada} por tudo, adorámos!',
        'Obrigada, {name}! Foi um prazer receber-vos. Voltem sempre.',
      ],
    ],
    plansChanged: [
      [
        'Olá, infelizmente tivemos de mudar de planos e precisamos de cancelar. Desculpe o incómodo.',
        'Obrigada por avisar, {name}. A reserva está cancelada e nada será cobrado. Fica para uma próxima!',
      ],
    ],
    leavingEarly: [
      [
        'Bom dia, surgiu um imprevisto em casa e temos de sair já hoje. É possível devolver as noites que faltam?',
        'Lamento que tenham de ir, {name}. As noites que não usarem serão devolvidas. Boa viagem!',
      ],
    ],
  },
  closing: ['Perfeito, {obrigado|obrigada}!', 'Combinado, {obrigado|obrigada}!'],
  seeYou: ['Ótimo, até breve.'],
  notes: [
    'Hoje chegou a encomenda para a casa, deixei-a no corredor.',
    'Só para saberem: estou fora até domingo à noite.',
    'Já pus o lixo lá fora para amanhã.',
    'O candeeiro novo é ótimo, mais uma vez {obrigado|obrigada}!',
  ],
  arrivalInfo: [
    'Olá, {name}! Estamos à vossa espera. O check-in é a partir das 15h00 na Travessa da Andorinha Azul 7, a porta azul. A que horas contam chegar? Cumprimentos, Inês',
  ],
  noShow: [
    'Olá, {name}, estávamos à vossa espera desde a tarde. Ainda vêm a caminho? O quarto fica guardado esta noite. Inês',
  ],
  titles: {
    great: ['Como estar em casa', 'Excelente estadia na Graça', 'Para repetir', 'Tudo impecável'],
    good: ['Boa estadia', 'Muito agradável', 'Boa localização, pequenos detalhes a melhorar'],
    poor: ['Ficou aquém do esperado', 'Não correu muito bem'],
  },
  positive: [
    { about: 'staff', text: 'A Inês respondeu sempre em poucos minutos e deu ótimas dicas.' },
    { about: 'staff', text: 'Fomos recebidos com muita simpatia.' },
    { about: 'location', text: 'O elétrico para ao virar da esquina e o miradouro fica a dois minutos.' },
    { about: 'location', text: 'Um bairro a sério, com cafés e mercearia à porta.' },
    { about: 'clean', text: 'Estava tudo impecavelmente limpo.' },
    { about: 'comfort', text: 'A cama é muito confortável.' },
    { about: 'facilities', text: 'A cozinha tem tudo o que é preciso.' },
    { about: 'value', text: 'Muito boa relação qualidade-preço para Lisboa.' },
    {
      about: 'facilities',
      text: 'Tomar o pequeno-almoço no terraço, sobre os telhados, é inesquecível.',
      rooms: [106],
    },
    { about: 'comfort', text: 'Muito sossegado, virado para o pátio.', rooms: [101] },
    { about: 'comfort', text: 'Espaço de sobra para a família toda.', rooms: [105, 106] },
  ],
  quibbles: [
    { about: 'facilities', text: 'O chuveiro podia ter mais pressão.' },
    { about: 'location', text: 'A subida à noite custa um bocadinho.' },
    { about: 'comfort', text: 'As almofadas eram moles demais para o meu gosto.' },
    { about: 'facilities', text: 'Faz falta mais uma tomada junto à cama.' },
  ],
  complaints: {
    hotWater: { about: 'facilities', text: 'Ficámos uma noite sem água quente.' },
    wifi: { about: 'facilities', text: 'O wi-fi falhava muito e quase não deu para trabalhar.' },
    noise: { about: 'comfort', text: 'Muito barulho na rua durante a noite, dormimos mal.' },
    other: [
      { about: 'comfort', text: 'O sofá-cama não serve para adultos.', rooms: [104, 105, 106] },
      { about: 'clean', text: 'Havia pó debaixo da cama e cabelos no duche quando chegámos.' },
      { about: 'value', text: 'Mais pequeno do que parece nas fotografias e caro para o que é.' },
    ],
  },
  thanks: {
    great: [
      'Obrigada, {name}! Foi um prazer receber-vos, voltem sempre.',
      'Muito obrigada pelas palavras, {name}. Já passei os elogios à Fátima e à Odete.',
    ],
    good: [
      'Obrigada pela avaliação, {name}. Vamos tratar do que refere e esperamos recebê-los de novo.',
      'Obrigada, {name}, é assim que melhoramos.',
    ],
    poor: [
      'Lamento, {name}, que não tenhamos correspondido ao que esperava. O que descreve não devia acontecer e já tratámos do assunto.',
    ],
  },
};
