// Texts of Italian-speaking guests, and the property's replies.
import type { Phrases } from './phrases.ts';

export const ITALIAN: Phrases = {
  talk: {
    parking: [
      [
        'Salve, arriviamo in macchina. C’è un parcheggio vicino alla casa?',
        'Salve {name}, le strade qui sono strette e quasi tutte per residenti. Il parcheggio Portas do Sol è a dieci minuti a piedi e costa circa 22 euro al giorno.',
      ],
    ],
    cot: [
      [
        'Salve, viaggiamo con un bimbo di dieci mesi. Sarebbe possibile avere una culla in camera?',
        'Con piacere, {name}. La culla è gratuita e la troverete pronta all’arrivo. Abbiamo anche un seggiolone.',
      ],
    ],
    earlyCheckin: [
      [
        'Salve, il nostro volo atterra alle {time} del mattino. Potremmo entrare un po’ prima?',
        'Salve {name}, quel giorno c’è una partenza alle 11:00, quindi non posso prometterlo, ma vi scrivo appena l’appartamento è pronto. I bagagli potete lasciarli da subito.',
      ],
    ],
    luggage: [
      [
        'Salve, il nostro volo parte solo la sera. Possiamo lasciare le valigie dopo il check-out?',
        'Certo, {name}. C’è un deposito chiuso accanto all’ingresso; potete ritirarle fino alle 20:00.',
      ],
    ],
    lift: [
      [
        'Salve, c’è l’ascensore? Mia madre fa fatica con le scale.',
        'Salve {name}, purtroppo la casa è antica, non ha ascensore e le scale sono ripide. Le valigie le portiamo su volentieri noi. Se per sua madre è troppo, me lo dica e cancello senza spese.',
      ],
    ],
    invoice: [
      [
        'Salve, viaggio per lavoro. È possibile avere una fattura intestata alla mia azienda?',
        'Salve {name}, certamente. Mi mandi ragione sociale, indirizzo e partita IVA e avrà la fattura il giorno della partenza.',
      ],
    ],
    arrivalTime: [
      [
        'Salve, dovremmo arrivare verso le {time}. Va bene?',
        'Perfetto, {name}. L’appartamento è pronto dalle 15:00 e ci sarà Odete ad accogliervi.',
      ],
    ],
    runningLate: [
      [
        'Salve, alla fine arriviamo un po’ più tardi, verso le {time}.',
        'Grazie per avermi avvisata, {name}. A più tardi!',
      ],
    ],
    lateArrival: [
      [
        'Salve, il volo è in ritardo e non arriveremo prima delle {time}. Possiamo entrare lo stesso?',
        'Nessun problema, {name}. La porta si apre con il vostro codice a qualsiasi ora. Vi chiedo solo di non fare rumore nel cortile.',
      ],
    ],
    airport: [
      [
        'Qual è il modo migliore per arrivare da voi dall’aeroporto?',
        'In taxi sono 15–20 minuti e circa 15 euro. In metro: linea rossa fino a São Sebastião, blu fino a Baixa-Chiado, poi il tram 28 fino a Graça. Con le valigie prenderei il taxi.',
      ],
    ],
    restaurant: [
      [
        'Ci può consigliare un posto per cena non troppo turistico?',
        'Volentieri! La tasca all’angolo della piazza: pesce alla griglia, chiusa il lunedì. Dite che vi manda Inês.',
      ],
    ],
    lateCheckout: [
      [
        'Sarebbe possibile uscire un po’ più tardi, verso le 13:00?',
        'Mi dispiace, {name}, gli ospiti successivi arrivano nel pomeriggio; al massimo alle 11:30. I bagagli possono restare da noi fino a sera.',
      ],
    ],
    towels: [
      [
        'Potremmo avere altri due teli da bagno, per favore?',
        'Certo. Fátima ve li lascia davanti alla porta entro un’ora.',
      ],
    ],
    heating: [
      [
        'Buonasera, fa un po’ freddo in casa. Come si accende il riscaldamento?',
        'Con il telecomando bianco sulla mensola vicino alla porta: premete «mode» finché appare il sole e scegliete la temperatura. Nell’armadio c’è anche una coperta pesante.',
      ],
    ],
    cooling: [
      [
        'Salve, il condizionatore non raffredda. Stiamo sbagliando qualcosa?',
        'Chiudete prima le finestre, per favore: si spegne se una è aperta. Poi premete «mode» finché appare il fiocco di neve. Se non basta, passa Rui.',
      ],
    ],
    hotWater: [
      [
        'Buonasera, siamo rimasti senza acqua calda. Può venire qualcuno a controllare?',
        'Mi dispiace davvero, {name}. Prema per favore il pulsante rosso dello scaldabagno, nell’armadietto della cucina; di solito basta. In ogni caso Rui passa domattina presto.',
      ],
    ],
    wifi: [
      [
        'Il wifi cade di continuo e domani dobbiamo lavorare. Ci può aiutare?',
        'Mi scusi, {name}. Ho riavviato il router da qui, riprovi tra cinque minuti. Rui controllerà anche il ripetitore del vostro piano.',
      ],
    ],
    noise: [
      [
        'Stanotte c’è stato molto rumore in strada fino alle due. È sempre così?',
        'Mi dispiace che abbiate dormito male, {name}. C’era una festa nella casa di fronte e ho parlato con i vicini. Gli scuri aiutano molto, e nel cassetto del bagno ci sono i tappi per le orecchie.',
      ],
    ],
    thanks: [
      [
        'Siamo appena usciti, le chiavi sono sul tavolo. Grazie di tutto, siamo stati benissimo!',
        'Grazie a voi, {name}! È stato un piacere. Tornate presto.',
      ],
    ],
    plansChanged: [
      [
        'Salve, purtroppo i nostri programmi sono cambiati e dobbiamo cancellare. Ci scusi per il disturbo.',
        'Grazie per avermi avvisata, {name}. La prenotazione è cancellata e non verrà addebitato nulla. Alla prossima!',
      ],
    ],
    leavingEarly: [
      [
        'Buongiorno, per un imprevisto dobbiamo ripartire già oggi. È possibile avere il rimborso delle notti restanti?',
        'Mi dispiace che dobbiate andare, {name}. Le notti non utilizzate vi saranno rimborsate. Buon viaggio!',
      ],
    ],
  },
  closing: ['Perfetto, grazie!', 'D’accordo, grazie mille.'],
  seeYou: ['Benissimo, a presto.'],
  notes: [
    'Oggi è arrivato il pacco per la casa, l’ho lasciato nel corridoio.',
    'Solo per informarvi: sono fuori fino a domenica sera.',
    'Ho già portato fuori la spazzatura per domani.',
    'La nuova lampada da scrivania è ottima, grazie ancora!',
  ],
  arrivalInfo: [
    'Buongiorno {name}, vi aspettiamo con piacere! Il check-in è dalle 15:00 in Travessa da Andorinha Azul 7, la porta blu. A che ora pensate di arrivare? Un caro saluto, Inês',
  ],
  noShow: [
    'Buonasera {name}, vi aspettiamo da oggi pomeriggio. Siete ancora in viaggio? La camera resta a vostra disposizione per questa notte. Inês',
  ],
  titles: {
    great: ['Come a casa', 'Soggiorno perfetto', 'Da tornarci', 'Tutto impeccabile'],
    good: ['Buon soggiorno', 'Molto piacevole', 'Ottima posizione, qualche dettaglio da sistemare'],
    poor: ['Ci aspettavamo di più', 'Un po’ delusi'],
  },
  positive: [
    { about: 'staff', text: 'Inês risponde in pochi minuti e ci ha dato ottimi consigli.' },
    { about: 'staff', text: 'Accoglienza davvero calorosa.' },
    { about: 'location', text: 'Il tram ferma dietro l’angolo e il belvedere è a due minuti.' },
    { about: 'location', text: 'Un quartiere vero, con bar e negozietti sotto casa.' },
    { about: 'clean', text: 'L’appartamento era pulitissimo.' },
    { about: 'comfort', text: 'Letto comodissimo.' },
    { about: 'facilities', text: 'La cucina ha tutto quello che serve.' },
    { about: 'value', text: 'Ottimo rapporto qualità-prezzo per Lisbona.' },
    { about: 'facilities', text: 'La colazione sulla terrazza sopra i tetti vale il viaggio.', rooms: [106] },
    { about: 'comfort', text: 'Molto tranquillo, affacciato sul cortile.', rooms: [101] },
    { about: 'comfort', text: 'Tanto spazio per tutta la famiglia.', rooms: [105, 106] },
  ],
  quibbles: [
    { about: 'facilities', text: 'La doccia potrebbe avere più pressione.' },
    { about: 'location', text: 'La sera la salita si fa sentire.' },
    { about: 'comfort', text: 'I cuscini erano un po’ troppo morbidi per me.' },
    { about: 'facilities', text: 'Manca una presa vicino al letto.' },
  ],
  complaints: {
    hotWater: { about: 'facilities', text: 'Una sera siamo rimasti senza acqua calda.' },
    wifi: { about: 'facilities', text: 'Il wifi cadeva di continuo, impossibile lavorare.' },
    noise: { about: 'comfort', text: 'Strada molto rumorosa di notte, abbiamo dormito male.' },
    other: [
      { about: 'comfort', text: 'Il divano letto non è adatto a degli adulti.', rooms: [104, 105, 106] },
      { about: 'clean', text: 'All’arrivo c’erano polvere sotto il letto e capelli nella doccia.' },
      { about: 'value', text: 'Più piccolo che in foto e caro per quello che offre.' },
    ],
  },
  thanks: {
    great: [
      'Grazie, {name}! È stato un piacere ospitarvi, tornate quando volete.',
      'Grazie di cuore, {name}. Ho riferito i complimenti a Fátima e Odete.',
    ],
    good: [
      'Grazie per la recensione, {name}. Ci occuperemo di quello che segnala e speriamo di rivedervi.',
      'Grazie, {name}, ci aiuta a migliorare.',
    ],
    poor: [
      'Mi dispiace, {name}, che non siamo stati all’altezza. Quello che descrive non dovrebbe succedere e nel frattempo abbiamo rimediato.',
    ],
  },
};
