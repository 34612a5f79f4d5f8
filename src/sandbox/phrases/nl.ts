// Texts of Dutch-speaking guests, and the property's replies.
import type { Phrases } from './phrases.ts';

export const DUTCH: Phrases = {
  talk: {
    parking: [
      [
        'Hallo, wij komen met een huurauto. Is er parkeergelegenheid in de buurt?',
        'Hallo {name}, de straten hier zijn smal en vooral voor bewoners. Parkeergarage Portas do Sol is tien minuten lopen en kost ongeveer 22 euro per dag.',
      ],
    ],
    cot: [
      [
        'Hallo, we reizen met ons kindje van tien maanden. Kunt u een babybedje in de slaapkamer zetten?',
        'Met plezier, {name}. Het bedje is gratis en staat klaar bij aankomst. We hebben ook een kinderstoel.',
      ],
    ],
    earlyCheckin: [
      [
        'Hallo, onze vlucht landt om {time} uur ’s ochtends. Kunnen we misschien wat eerder terecht?',
        'Hallo {name}, die dag vertrekken er gasten om 11.00 uur, dus ik kan het niet beloven, maar ik stuur een bericht zodra het appartement klaar is. Uw bagage mag u meteen neerzetten.',
      ],
    ],
    luggage: [
      [
        'Hallo, onze terugvlucht is pas ’s avonds. Mogen we de koffers na het uitchecken laten staan?',
        'Natuurlijk, {name}. Naast de ingang is een afgesloten berging; u kunt ze tot 20.00 uur ophalen.',
      ],
    ],
    lift: [
      [
        'Hallo, is er een lift? Mijn moeder is niet zo goed met trappen.',
        'Hallo {name}, helaas is het huis te oud voor een lift en is de trap steil. De koffers dragen we graag naar boven. Is het te veel voor uw moeder, laat het weten, dan annuleer ik kosteloos.',
      ],
    ],
    invoice: [
      [
        'Hallo, ik reis voor mijn werk. Kan ik een factuur op naam van mijn bedrijf krijgen?',
        'Hallo {name}, zeker. Stuur mij de naam, het adres en het btw-nummer, dan heeft u de factuur op de dag van vertrek.',
      ],
    ],
    arrivalTime: [
      [
        'Hallo, we verwachten rond {time} uur aan te komen. Komt dat uit?',
        'Prima, {name}. Het appartement is vanaf 15.00 uur klaar en Odete is er om u te ontvangen.',
      ],
    ],
    runningLate: [
      [
        'Hallo, het wordt toch wat later: we zijn er rond {time} uur.',
        'Dank u voor het bericht, {name}. Tot straks!',
      ],
    ],
    lateArrival: [
      [
        'Hallo, onze vlucht heeft vertraging en we zijn er niet voor {time} uur. Kunnen we dan nog naar binnen?',
        'Geen probleem, {name}. De deur gaat op elk uur open met uw code. Wilt u alleen stil zijn op de binnenplaats?',
      ],
    ],
    airport: [
      [
        'Hoe komen we het beste van het vliegveld naar jullie toe?',
        'Met een taxi is het 15 tot 20 minuten en ongeveer 15 euro. Met de metro: rode lijn tot São Sebastião, blauwe tot Baixa-Chiado en dan tram 28 naar Graça. Met koffers zou ik de taxi nemen.',
      ],
    ],
    restaurant: [
      [
        'Heeft u een tip voor een restaurant dat niet zo toeristisch is?',
        'Graag! De tasca op de hoek van het plein: vis van de grill, maandag gesloten. Zeg maar dat Inês u stuurt.',
      ],
    ],
    lateCheckout: [
      [
        'Zouden we wat later mogen uitchecken, rond 13.00 uur?',
        'Het spijt me, {name}, dezelfde middag komen de volgende gasten; 11.30 uur is het laatst. De bagage mag tot de avond bij ons blijven.',
      ],
    ],
    towels: [
      ['Zouden we nog twee badhanddoeken mogen?', 'Natuurlijk. Fátima legt ze binnen een uur voor de deur.'],
    ],
    heating: [
      [
        'Goedenavond, het is ’s avonds wat fris. Hoe gaat de verwarming aan?',
        'Met de witte afstandsbediening op de plank bij de deur: druk op ‘mode’ tot de zon verschijnt en kies de temperatuur. In de kast ligt ook een dikke deken.',
      ],
    ],
    cooling: [
      [
        'Hallo, de airco koelt niet. Doen we iets verkeerd?',
        'Wilt u eerst de ramen sluiten? Hij slaat af als er een openstaat. Druk dan op ‘mode’ tot de sneeuwvlok verschijnt. Helpt dat niet, dan komt Rui langs.',
      ],
    ],
    hotWater: [
      [
        'Goedenavond, we hebben geen warm water meer. Kan er iemand komen kijken?',
        'Wat vervelend, {name}. Druk alstublieft op de rode knop van de boiler in het keukenkastje; dat helpt meestal. Rui komt in elk geval morgenvroeg langs.',
      ],
    ],
    wifi: [
      [
        'De wifi valt steeds weg en we moeten morgen allebei werken. Kunt u helpen?',
        'Excuses, {name}. Ik heb de router op afstand herstart, probeer het over vijf minuten nog eens. Rui kijkt ook naar het toegangspunt op uw verdieping.',
      ],
    ],
    noise: [
      [
        'Vannacht was het tot twee uur erg lawaaiig op straat. Is dat elke nacht zo?',
        'Wat naar dat u slecht heeft geslapen, {name}. Er was een feest aan de overkant; ik heb met de buren gesproken. De luiken houden veel tegen en in de badkamerla liggen oordopjes.',
      ],
    ],
    thanks: [
      [
        'We zijn net vertrokken, de sleutels liggen op tafel. Bedankt voor alles, het was heerlijk!',
        'Dank u wel, {name}! Het was een genoegen. Tot een volgende keer.',
      ],
    ],
    plansChanged: [
      [
        'Hallo, helaas zijn onze plannen veranderd en moeten we annuleren. Sorry voor het ongemak.',
        'Dank u voor het bericht, {name}. De boeking is geannuleerd en er wordt niets in rekening gebracht. Hopelijk tot een andere keer!',
      ],
    ],
    leavingEarly: [
      [
        'Goedemorgen, door omstandigheden thuis moeten we vandaag al vertrekken. Kunnen de resterende nachten worden terugbetaald?',
        'Jammer dat u moet gaan, {name}. De nachten die u niet gebruikt, betalen we terug. Goede reis!',
      ],
    ],
  },
  closing: ['Perfect, bedankt!', 'Helemaal goed, dank u wel.'],
  seeYou: ['Fijn, tot gauw.'],
  notes: [
    'Het pakket voor het huis is vandaag gekomen, ik heb het in de hal gezet.',
    'Even ter info: ik ben weg tot zondagavond.',
    'Ik heb het vuilnis voor morgen buiten gezet.',
    'De nieuwe bureaulamp is heel fijn, nogmaals bedankt!',
  ],
  arrivalInfo: [
    'Hallo {name}, we kijken uit naar uw komst! Inchecken kan vanaf 15.00 uur: Travessa da Andorinha Azul 7, de blauwe deur. Hoe laat denkt u aan te komen? Vriendelijke groet, Inês',
  ],
  noShow: [
    'Goedenavond {name}, we verwachtten u vanmiddag. Bent u nog onderweg? De kamer blijft vannacht voor u gereserveerd. Inês',
  ],
  titles: {
    great: [
      'Net als thuis',
      'Perfect verblijf in Graça',
      'Zeker voor herhaling vatbaar',
      'Alles piekfijn in orde',
    ],
    good: ['Goed verblijf', 'Heel prettig', 'Mooie plek, kleine minpuntjes'],
    poor: ['Viel wat tegen', 'Niet wat we hadden verwacht'],
  },
  positive: [
    { about: 'staff', text: 'Inês antwoordt binnen een paar minuten en had geweldige tips.' },
    { about: 'staff', text: 'We zijn heel hartelijk ontvangen.' },
    { about: 'location', text: 'De tram stopt om de hoek en het uitzichtpunt is twee minuten lopen.' },
    { about: 'location', text: 'Een echte buurt, met cafeetjes en een kruidenier.' },
    { about: 'clean', text: 'Het appartement was brandschoon.' },
    { about: 'comfort', text: 'Heerlijke bedden.' },
    { about: 'facilities', text: 'De keuken is van alles voorzien.' },
    { about: 'value', text: 'Voor Lissabon een heel goede prijs-kwaliteitverhouding.' },
    {
      about: 'facilities',
      text: 'Ontbijten op het terras boven de daken was het hoogtepunt van de dag.',
      rooms: [106],
    },
    { about: 'comfort', text: 'Heerlijk rustig, aan de binnenplaats.', rooms: [101] },
    { about: 'comfort', text: 'Volop ruimte voor het hele gezin.', rooms: [105, 106] },
  ],
  quibbles: [
    { about: 'facilities', text: 'De douche mag wel wat meer druk hebben.' },
    { about: 'location', text: '’s Avonds is het een stevige klim.' },
    { about: 'comfort', text: 'De kussens waren voor mij iets te zacht.' },
    { about: 'facilities', text: 'Een extra stopcontact bij het bed zou fijn zijn.' },
  ],
  complaints: {
    hotWater: { about: 'facilities', text: 'We zaten een avond zonder warm water.' },
    wifi: { about: 'facilities', text: 'De wifi viel steeds uit, werken ging nauwelijks.' },
    noise: { about: 'comfort', text: '’s Nachts veel lawaai op straat, slecht geslapen.' },
    other: [
      { about: 'comfort', text: 'De slaapbank is niet geschikt voor volwassenen.', rooms: [104, 105, 106] },
      { about: 'clean', text: 'Bij aankomst lag er stof onder het bed en haar in de douche.' },
      { about: 'value', text: 'Kleiner dan op de foto’s en daarvoor te duur.' },
    ],
  },
  thanks: {
    great: [
      'Dank u wel, {name}! Het was een genoegen, u bent altijd welkom.',
      'Hartelijk dank, {name}. Ik heb uw complimenten doorgegeven aan Fátima en Odete.',
    ],
    good: [
      'Dank u voor uw beoordeling, {name}. We gaan aan de slag met wat u noemt en zien u graag terug.',
      'Dank u, {name}, daar hebben we wat aan.',
    ],
    poor: [
      'Het spijt me, {name}, dat we niet aan uw verwachtingen voldeden. Wat u beschrijft hoort niet te gebeuren en is inmiddels verholpen.',
    ],
  },
};
