// Texts of German-speaking guests, and the property's replies.
import type { Phrases } from './phrases.ts';

export const GERMAN: Phrases = {
  talk: {
    parking: [
      [
        'Guten Tag, wir kommen mit dem Mietwagen. Gibt es in der Nähe einen Parkplatz?',
        'Guten Tag {name}, die Straßen hier sind eng und meist nur für Anwohner. Das Parkhaus Portas do Sol ist zehn Minuten zu Fuß entfernt und kostet etwa 22 Euro am Tag.',
      ],
    ],
    cot: [
      [
        'Hallo, wir reisen mit unserem zehn Monate alten Kind. Könnten Sie ein Babybett ins Schlafzimmer stellen?',
        'Sehr gern, {name}. Das Babybett ist kostenlos und steht bei Ihrer Ankunft bereit. Einen Hochstuhl haben wir auch.',
      ],
    ],
    earlyCheckin: [
      [
        'Hallo, unser Flug landet schon um {time} Uhr morgens. Könnten wir etwas früher in die Wohnung?',
        'Hallo {name}, an dem Tag reisen um 11 Uhr Gäste ab, daher kann ich es nicht versprechen. Ich schreibe Ihnen, sobald alles fertig ist. Ihr Gepäck können Sie jederzeit abstellen.',
      ],
    ],
    luggage: [
      [
        'Guten Tag, unser Rückflug geht erst abends. Dürfen wir die Koffer nach dem Auschecken bei Ihnen lassen?',
        'Natürlich, {name}. Neben dem Eingang ist ein abgeschlossener Raum; dort können Sie sie bis 20 Uhr abholen.',
      ],
    ],
    lift: [
      [
        'Guten Tag, gibt es im Haus einen Aufzug? Meine Mutter kommt mit Treppen nicht gut zurecht.',
        'Guten Tag {name}, leider ist das Haus zu alt für einen Aufzug, und die Treppe ist steil. Die Koffer tragen wir gern hinauf. Wenn es für Ihre Mutter zu viel ist, sagen Sie Bescheid, dann storniere ich kostenlos.',
      ],
    ],
    invoice: [
      [
        'Guten Tag, ich reise beruflich. Kann ich eine Rechnung auf meine Firma bekommen?',
        'Guten Tag {name}, selbstverständlich. Schicken Sie mir bitte Namen, Anschrift und USt-IdNr., dann haben Sie die Rechnung am Abreisetag.',
      ],
    ],
    arrivalTime: [
      [
        'Hallo, wir sind voraussichtlich gegen {time} Uhr da. Passt das?',
        'Wunderbar, {name}. Die Wohnung ist ab 15 Uhr fertig, und Odete wird Sie empfangen.',
      ],
    ],
    runningLate: [
      [
        'Hallo, es wird bei uns etwas später, wir kommen gegen {time} Uhr.',
        'Danke für die Nachricht, {name}. Bis nachher!',
      ],
    ],
    lateArrival: [
      [
        'Hallo, unser Flug ist verspätet, wir sind nicht vor {time} Uhr da. Kommen wir dann noch hinein?',
        'Kein Problem, {name}. Die Tür öffnet sich mit Ihrem Code zu jeder Zeit. Bitte seien Sie nur im Hof leise.',
      ],
    ],
    airport: [
      [
        'Wie kommen wir vom Flughafen am besten zu Ihnen?',
        'Mit dem Taxi sind es 15 bis 20 Minuten und rund 15 Euro. Mit der Metro: rote Linie bis São Sebastião, blaue bis Baixa-Chiado, dann Straßenbahn 28 bis Graça. Mit Koffern würde ich das Taxi nehmen.',
      ],
    ],
    restaurant: [
      [
        'Können Sie uns etwas zum Abendessen empfehlen, das nicht so touristisch ist?',
        'Gern! Die kleine Tasca an der Ecke des Platzes: Fisch vom Grill, montags geschlossen. Sagen Sie, Inês schickt Sie.',
      ],
    ],
    lateCheckout: [
      [
        'Wäre ein später Check-out möglich, etwa gegen 13 Uhr?',
        'Leider nein, {name}, am selben Nachmittag kommen die nächsten Gäste; bis 11:30 Uhr ginge es. Ihr Gepäck kann bis abends bei uns bleiben.',
      ],
    ],
    towels: [
      [
        'Könnten wir bitte noch zwei Badetücher bekommen?',
        'Natürlich. Fátima legt sie Ihnen innerhalb der nächsten Stunde vor die Tür.',
      ],
    ],
    heating: [
      [
        'Guten Abend, abends ist es etwas kühl. Wie schalten wir die Heizung ein?',
        'Mit der weißen Fernbedienung auf dem Regal neben der Tür: „Mode“ drücken, bis die Sonne erscheint, dann die Temperatur wählen. Im Schrank liegt auch eine dicke Decke.',
      ],
    ],
    cooling: [
      [
        'Hallo, die Klimaanlage kühlt nicht. Machen wir etwas falsch?',
        'Bitte schließen Sie zuerst die Fenster: Ist eines offen, schaltet sie sich ab. Dann „Mode“ drücken, bis die Schneeflocke erscheint. Wenn das nicht hilft, kommt Rui vorbei.',
      ],
    ],
    hotWater: [
      [
        'Guten Abend, wir haben kein warmes Wasser mehr. Könnte jemand nachsehen?',
        'Das tut mir sehr leid, {name}. Drücken Sie bitte den roten Knopf am Boiler im Küchenschrank, das hilft meistens. Rui kommt auf jeden Fall gleich morgen früh vorbei.',
      ],
    ],
    wifi: [
      [
        'Das WLAN bricht ständig ab, und wir müssen morgen beide arbeiten. Können Sie etwas tun?',
        'Entschuldigen Sie, {name}. Ich habe den Router von hier aus neu gestartet, bitte versuchen Sie es in fünf Minuten noch einmal. Rui prüft auch den Zugangspunkt auf Ihrer Etage.',
      ],
    ],
    noise: [
      [
        'Letzte Nacht war es auf der Straße bis zwei Uhr sehr laut. Ist das jede Nacht so?',
        'Es tut mir leid, dass Sie schlecht geschlafen haben, {name}. Gegenüber wurde gefeiert, ich habe mit den Nachbarn gesprochen. Die Fensterläden helfen viel, und in der Badschublade liegen Ohrstöpsel.',
      ],
    ],
    thanks: [
      [
        'Wir sind gerade abgereist, die Schlüssel liegen auf dem Tisch. Vielen Dank für alles, es war wunderschön!',
        'Danke, {name}! Es war uns eine Freude. Kommen Sie bald wieder.',
      ],
    ],
    plansChanged: [
      [
        'Guten Tag, leider haben sich unsere Pläne geändert und wir müssen absagen. Entschuldigen Sie die Umstände.',
        'Danke, dass Sie Bescheid geben, {name}. Die Buchung ist storniert, es wird nichts berechnet. Vielleicht ein andermal!',
      ],
    ],
    leavingEarly: [
      [
        'Guten Morgen, wir müssen aus familiären Gründen schon heute abreisen. Können die restlichen Nächte erstattet werden?',
        'Schade, dass Sie schon fahren müssen, {name}. Die nicht genutzten Nächte erstatten wir Ihnen. Gute Heimreise!',
      ],
    ],
  },
  closing: ['Perfekt, danke!', 'Alles klar, vielen Dank.'],
  seeYou: ['Super, bis bald.'],
  notes: [
    'Heute kam das Paket für das Haus, ich habe es in den Flur gestellt.',
    'Nur zur Information: Ich bin bis Sonntagabend unterwegs.',
    'Den Müll für morgen habe ich schon hinausgestellt.',
    'Die neue Schreibtischlampe ist super, nochmals danke!',
  ],
  arrivalInfo: [
    'Guten Tag {name}, wir freuen uns auf Sie! Die Anreise ist ab 15 Uhr möglich: Travessa da Andorinha Azul 7, die blaue Tür. Wann ungefähr kommen Sie an? Herzliche Grüße, Inês',
  ],
  noShow: [
    'Guten Abend {name}, wir haben Sie heute Nachmittag erwartet. Sind Sie noch unterwegs? Das Zimmer bleibt heute Nacht für Sie reserviert. Inês',
  ],
  titles: {
    great: ['Wie zu Hause', 'Rundum gelungen', 'Jederzeit wieder', 'Tolle Wohnung in Graça'],
    good: ['Schöner Aufenthalt', 'Sehr angenehm', 'Gute Lage, kleine Mängel'],
    poor: ['Leider enttäuschend', 'Nicht wie erwartet'],
  },
  positive: [
    { about: 'staff', text: 'Inês antwortet innerhalb von Minuten und hatte sehr gute Tipps.' },
    { about: 'staff', text: 'Wir wurden sehr herzlich empfangen.' },
    { about: 'location', text: 'Die Straßenbahn hält um die Ecke, zum Aussichtspunkt sind es zwei Minuten.' },
    { about: 'location', text: 'Ein echtes Wohnviertel mit Cafés und einem kleinen Laden.' },
    { about: 'clean', text: 'Die Wohnung war blitzsauber.' },
    { about: 'comfort', text: 'Sehr bequeme Betten.' },
    { about: 'facilities', text: 'Die Küche ist komplett ausgestattet.' },
    { about: 'value', text: 'Für Lissabon ein sehr gutes Preis-Leistungs-Verhältnis.' },
    {
      about: 'facilities',
      text: 'Frühstück auf der Terrasse über den Dächern – besser geht es nicht.',
      rooms: [106],
    },
    { about: 'comfort', text: 'Herrlich ruhig, zum Innenhof hin.', rooms: [101] },
    { about: 'comfort', text: 'Viel Platz für die ganze Familie.', rooms: [105, 106] },
  ],
  quibbles: [
    { about: 'facilities', text: 'Die Dusche könnte etwas mehr Druck haben.' },
    { about: 'location', text: 'Abends geht es ordentlich bergauf.' },
    { about: 'comfort', text: 'Die Kissen waren mir etwas zu weich.' },
    { about: 'facilities', text: 'Eine Steckdose mehr am Bett wäre gut.' },
  ],
  complaints: {
    hotWater: { about: 'facilities', text: 'Einen Abend lang gab es kein warmes Wasser.' },
    wifi: { about: 'facilities', text: 'Das WLAN fiel ständig aus, Arbeiten war kaum möglich.' },
    noise: { about: 'comfort', text: 'Nachts sehr laute Straße, wir haben schlecht geschlafen.' },
    other: [
      { about: 'comfort', text: 'Das Schlafsofa ist für Erwachsene ungeeignet.', rooms: [104, 105, 106] },
      { about: 'clean', text: 'Bei der Ankunft Staub unter dem Bett und Haare in der Dusche.' },
      { about: 'value', text: 'Kleiner als auf den Bildern und dafür zu teuer.' },
    ],
  },
  thanks: {
    great: [
      'Vielen Dank, {name}! Es war uns eine Freude, Sie sind jederzeit willkommen.',
      'Herzlichen Dank, {name}. Ihr Lob habe ich an Fátima und Odete weitergegeben.',
    ],
    good: [
      'Danke für Ihre Bewertung, {name}. Wir kümmern uns um das, was Sie ansprechen, und freuen uns auf ein Wiedersehen.',
      'Danke, {name}, das hilft uns weiter.',
    ],
    poor: [
      'Es tut mir leid, {name}, dass wir Ihren Erwartungen nicht entsprochen haben. Was Sie schildern, darf nicht vorkommen; wir haben es inzwischen behoben.',
    ],
  },
};
