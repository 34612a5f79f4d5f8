// Texts of French-speaking guests, and the property's replies.
import type { Phrases } from './phrases.ts';

export const FRENCH: Phrases = {
  talk: {
    parking: [
      [
        'Bonjour, nous venons en voiture. Y a-t-il un parking près de la maison ?',
        'Bonjour {name}, les rues du quartier sont étroites et réservées aux riverains pour la plupart. Le parking Portas do Sol est à dix minutes à pied et coûte environ 22 euros par jour.',
      ],
    ],
    cot: [
      [
        'Bonjour, nous voyageons avec un bébé de dix mois. Serait-il possible d’avoir un lit bébé ?',
        'Avec plaisir, {name}. Le lit bébé est gratuit et sera prêt à votre arrivée. Nous avons aussi une chaise haute.',
      ],
    ],
    earlyCheckin: [
      [
        'Bonjour, notre vol arrive à {time} le matin. Pourrions-nous entrer un peu plus tôt ?',
        'Bonjour {name}, il y a un départ à 11 h ce jour-là, je ne peux donc rien promettre, mais je vous écris dès que l’appartement est prêt. Vous pouvez déposer vos bagages dès votre arrivée.',
      ],
    ],
    luggage: [
      [
        'Bonjour, notre avion ne part que le soir. Pouvons-nous laisser nos bagages après le départ ?',
        'Bien sûr, {name}. Il y a un local fermé à côté de l’entrée ; vous pouvez les récupérer jusqu’à 20 h.',
      ],
    ],
    lift: [
      [
        'Bonjour, y a-t-il un ascenseur ? Ma mère a du mal avec les escaliers.',
        'Bonjour {name}, la maison est ancienne : pas d’ascenseur, et l’escalier est raide. Nous montons volontiers les bagages. Si c’est trop pour votre mère, dites-le-moi et j’annule sans frais.',
      ],
    ],
    invoice: [
      [
        'Bonjour, je voyage pour le travail. Pouvez-vous établir une facture au nom de ma société ?',
        'Bonjour {name}, bien entendu. Envoyez-moi le nom, l’adresse et le numéro de TVA, et vous aurez la facture le jour du départ.',
      ],
    ],
    arrivalTime: [
      [
        'Bonjour, nous devrions arriver vers {time}. Cela vous convient ?',
        'Parfait, {name}. L’appartement est prêt à partir de 15 h et Odete sera là pour vous accueillir.',
      ],
    ],
    runningLate: [
      [
        'Bonjour, finalement nous arrivons un peu plus tard, vers {time}.',
        'Merci de m’avoir prévenue, {name}. À tout à l’heure !',
      ],
    ],
    lateArrival: [
      [
        'Bonjour, notre vol est retardé, nous n’arriverons pas avant {time}. Pourrons-nous encore entrer ?',
        'Aucun problème, {name}. La porte s’ouvre avec votre code à toute heure. Merci seulement de ne pas faire de bruit dans la cour.',
      ],
    ],
    airport: [
      [
        'Quel est le meilleur moyen de venir depuis l’aéroport ?',
        'En taxi, comptez 15 à 20 minutes et une quinzaine d’euros. En métro : ligne rouge jusqu’à São Sebastião, bleue jusqu’à Baixa-Chiado, puis le tram 28 jusqu’à Graça. Avec des valises, je prendrais le taxi.',
      ],
    ],
    restaurant: [
      [
        'Auriez-vous une adresse pour dîner, pas trop touristique ?',
        'Avec plaisir ! La petite tasca au coin de la place : poisson grillé, fermée le lundi. Dites que vous venez de la part d’Inês.',
      ],
    ],
    lateCheckout: [
      [
        'Serait-il possible de partir un peu plus tard, vers 13 h ?',
        'Je suis désolée, {name}, les prochains clients arrivent l’après-midi même ; au plus tard à 11 h 30. Vos bagages peuvent rester chez nous jusqu’au soir.',
      ],
    ],
    towels: [
      [
        'Pourrions-nous avoir deux serviettes de bain de plus, s’il vous plaît ?',
        'Bien sûr. Fátima les dépose devant votre porte dans l’heure.',
      ],
    ],
    heating: [
      [
        'Bonsoir, il fait un peu frais dans l’appartement. Comment allume-t-on le chauffage ?',
        'Avec la télécommande blanche sur l’étagère près de la porte : appuyez sur « mode » jusqu’au soleil, puis choisissez la température. Il y a aussi une couverture épaisse dans l’armoire.',
      ],
    ],
    cooling: [
      [
        'Bonjour, la climatisation ne refroidit pas. Faisons-nous quelque chose de travers ?',
        'Fermez d’abord les fenêtres, s’il vous plaît : elle se coupe quand l’une est ouverte. Appuyez ensuite sur « mode » jusqu’au flocon. Si cela ne suffit pas, Rui passera.',
      ],
    ],
    hotWater: [
      [
        'Bonsoir, nous n’avons plus d’eau chaude. Quelqu’un pourrait-il venir voir ?',
        'Je suis vraiment désolée, {name}. Appuyez s’il vous plaît sur le bouton rouge du chauffe-eau, dans le placard de la cuisine ; cela suffit souvent. De toute façon, Rui passera demain à la première heure.',
      ],
    ],
    wifi: [
      [
        'Le wifi n’arrête pas de couper et nous devons travailler demain. Pouvez-vous nous aider ?',
        'Désolée, {name}. J’ai redémarré la box à distance, réessayez dans cinq minutes. Rui vérifiera aussi la borne de votre étage.',
      ],
    ],
    noise: [
      [
        'Il y a eu beaucoup de bruit dans la rue cette nuit, jusqu’à deux heures. Est-ce tous les soirs ?',
        'Je suis désolée que vous ayez mal dormi, {name}. Il y avait une fête en face et j’ai parlé aux voisins. Les volets isolent bien, et il y a des bouchons d’oreilles dans le tiroir de la salle de bain.',
      ],
    ],
    thanks: [
      [
        'Nous venons de partir, les clés sont sur la table. Merci pour tout, c’était parfait !',
        'Merci à vous, {name} ! Ce fut un plaisir de vous recevoir. À bientôt.',
      ],
    ],
    plansChanged: [
      [
        'Bonjour, nos projets ont malheureusement changé et nous devons annuler. Désolés pour le dérangement.',
        'Merci de m’avoir prévenue, {name}. La réservation est annulée et rien ne sera débité. À une autre fois !',
      ],
    ],
    leavingEarly: [
      [
        'Bonjour, un imprévu nous oblige à rentrer dès aujourd’hui. Les nuits restantes peuvent-elles être remboursées ?',
        'Je suis désolée que vous deviez partir, {name}. Les nuits non utilisées vous seront remboursées. Bon retour !',
      ],
    ],
  },
  closing: ['Parfait, merci !', 'C’est noté, merci beaucoup.'],
  seeYou: ['Super, à bientôt.'],
  notes: [
    'Le colis pour la maison est arrivé aujourd’hui, je l’ai laissé dans l’entrée.',
    'Pour information : je suis en déplacement jusqu’à dimanche soir.',
    'J’ai sorti les poubelles pour demain.',
    'La nouvelle lampe de bureau est parfaite, merci encore !',
  ],
  arrivalInfo: [
    'Bonjour {name}, nous nous réjouissons de vous accueillir ! L’arrivée se fait à partir de 15 h au 7, Travessa da Andorinha Azul, porte bleue. Vers quelle heure pensez-vous arriver ? Bien à vous, Inês',
  ],
  noShow: [
    'Bonsoir {name}, nous vous attendons depuis cet après-midi. Êtes-vous encore en route ? Nous gardons la chambre pour vous cette nuit. Inês',
  ],
  titles: {
    great: ['Comme à la maison', 'Séjour parfait à Graça', 'À refaire', 'Impeccable'],
    good: ['Bon séjour', 'Très agréable', 'Bel emplacement, quelques détails à revoir'],
    poor: ['Un peu déçus', 'Pas à la hauteur'],
  },
  positive: [
    { about: 'staff', text: 'Inês répond en quelques minutes et donne d’excellents conseils.' },
    { about: 'staff', text: 'Un accueil très chaleureux.' },
    { about: 'location', text: 'Le tram s’arrête au coin de la rue et le belvédère est à deux minutes.' },
    { about: 'location', text: 'Un vrai quartier, avec ses cafés et son épicerie.' },
    { about: 'clean', text: 'L’appartement était d’une propreté irréprochable.' },
    { about: 'comfort', text: 'Le lit est très confortable.' },
    { about: 'facilities', text: 'La cuisine est parfaitement équipée.' },
    { about: 'value', text: 'Très bon rapport qualité-prix pour Lisbonne.' },
    {
      about: 'facilities',
      text: 'Le petit-déjeuner sur la terrasse, au-dessus des toits : un bonheur.',
      rooms: [106],
    },
    { about: 'comfort', text: 'Très calme, côté cour.', rooms: [101] },
    { about: 'comfort', text: 'Beaucoup de place pour toute la famille.', rooms: [105, 106] },
  ],
  quibbles: [
    { about: 'facilities', text: 'La douche manque un peu de pression.' },
    { about: 'location', text: 'La montée est raide le soir.' },
    { about: 'comfort', text: 'Les oreillers étaient un peu mous à mon goût.' },
    { about: 'facilities', text: 'Il manque une prise près du lit.' },
  ],
  complaints: {
    hotWater: { about: 'facilities', text: 'Nous sommes restés une soirée sans eau chaude.' },
    wifi: { about: 'facilities', text: 'Le wifi coupait sans cesse, impossible de travailler.' },
    noise: { about: 'comfort', text: 'Rue très bruyante la nuit, nous avons mal dormi.' },
    other: [
      { about: 'comfort', text: 'Le canapé-lit ne convient pas à des adultes.', rooms: [104, 105, 106] },
      { about: 'clean', text: 'Poussière sous le lit et cheveux dans la douche à notre arrivée.' },
      { about: 'value', text: 'Plus petit que sur les photos, et cher pour ce que c’est.' },
    ],
  },
  thanks: {
    great: [
      'Merci, {name} ! Ce fut un plaisir de vous recevoir, revenez quand vous voulez.',
      'Un grand merci, {name}. J’ai transmis vos compliments à Fátima et Odete.',
    ],
    good: [
      'Merci pour votre avis, {name}. Nous allons nous occuper de ce que vous signalez et espérons vous revoir.',
      'Merci, {name}, cela nous aide à progresser.',
    ],
    poor: [
      'Je suis désolée, {name}, que nous n’ayons pas été à la hauteur. Ce que vous décrivez ne devrait pas arriver, et nous y avons remédié depuis.',
    ],
  },
};
