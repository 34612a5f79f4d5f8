// Countries of the sample's guests, with invented names and telephone numbers that are not assigned.
import type { Language } from './phrases/phrases.ts';

/**
 * First names of men and women, and family names, separated by spaces; any first
 * name may be combined with any family name.
 */
export type Names = { men: string; women: string; families: string };

export type Country = {
  language: Language;
  /** weight: guests per hundred that come from this country */
  share: number;
  names: Names;
  /** names of families that came from other countries */
  origins: readonly Names[];
  /** # is any digit; ranges reserved for fiction where the country has one, else unassigned numbers */
  phones: readonly string[];
};

const ENGLISH: Names = {
  men: 'Alistair Callum Clive Dominic Edwin Gareth Howard Hugh Jonah Kieran Leonard Martin Nathan Neil Patrick Rory Simon Stuart Toby Walter',
  women:
    'Abigail Bethany Caitlin Daphne Dawn Eleanor Fiona Georgina Hannah Imogen Josie Kirsty Lorna Maeve Naomi Philippa Rosalind Shona Tessa Winifred',
  families:
    'Alderwick Attwater Birchall Brackley Cranfield Dunmore Everdell Fairhurst Garside Hartnoll Hollins Inskip Jessop Kilbride Lathbury Marwood Nethercott Oakden Pemberley Prowse Quillan Redfern Stainton Tolliver Thurlow Wexcombe Whitcroft Yarwood',
};
const PORTUGUESE: Names = {
  men: 'Afonso Bernardo Duarte Filipe Gonçalo Henrique Jaime Leonel Martim Octávio Rodrigo Simão Tomás Vasco',
  women:
    'Alexandra Beatriz Carlota Diana Eunice Filomena Helena Joana Leonor Madalena Noémia Patrícia Rita Teresa',
  families:
    'Abrantes Boavida Carrilho Dourado Falcato Godinho Lousada Monteverde Peixinho Quintela Sarmento Serrano Valadares Ximenes',
};
const BRAZILIAN: Names = {
  men: 'Caio Danilo Everaldo Murilo Renan Thales Vinícius Otávio',
  women: 'Bruna Camila Larissa Luana Mariana Priscila Tainá Yasmin',
  families: 'Albuquerque Bittencourt Cavalcanti Fontenele Lacerda Meireles Nakamura Sampaio Vasconcelos',
};
const SPANISH: Names = {
  men: 'Adrián Borja Gonzalo Héctor Iker Jordi Lorenzo Manuel Nicolás Óscar Ramón Sergio Unai',
  women: 'Ainhoa Begoña Candela Elvira Inmaculada Lucía Montserrat Noelia Pilar Rocío Silvia Yolanda',
  families:
    'Aguirrezabal Balaguer Cifuentes Domènech Echevarría Fontán Hinojosa Lafuente Mendizábal Novoa Pedraza Quiroga Sotomayor Urrutia Villalba',
};
const FRENCH: Names = {
  men: 'Antonin Baptiste Cédric Damien Étienne Florent Hervé Julien Loïc Mathis Olivier Quentin Rémi Sylvain',
  women:
    'Amandine Bérénice Capucine Delphine Élodie Fanny Gaëlle Hélène Maëlle Noémie Océane Pauline Sandrine Valérie',
  families:
    'Arnoux Beaulieu Chastagnier Dumortier Escoffier Fauvel Gaillardet Huguenin Jacquemart Lacombe Malherbe Nivelle Pommereau Quesnel Rochemaure Sauvignet Tisserand Vasselin',
};
const GERMAN: Names = {
  men: 'Arne Benedikt Clemens Dirk Florian Gregor Henning Ingo Jannik Konrad Ludger Matthias Norbert Rainer Tobias Volker',
  women: 'Annika Birgit Carola Dörte Elke Frauke Gesine Heike Imke Katrin Maren Nele Renate Svenja Ulrike',
  families:
    'Ahrensfeld Bachhuber Dornbusch Fahrenholz Grabowski Hagedorn Isenberg Kleinschmidt Lindhorst Niederau Osterkamp Pohlmann Rautenberg Schellenberg Tiedemann Uhlenbrock Wiesner Zumbrink',
};
const ITALIAN: Names = {
  men: 'Alessio Corrado Dario Edoardo Fabrizio Giacomo Ivano Leonardo Mattia Nicolò Pietro Raffaele Stefano Tommaso',
  women:
    'Arianna Bianca Chiara Donatella Elisa Federica Ginevra Ilaria Loredana Martina Patrizia Roberta Serena Valentina',
  families:
    'Agostinelli Bellandi Calabresi Emiliani Ferrandi Gherardi Lombardini Mazzorin Narduzzi Pastorelli Quaranta Ravasi Sartorelli Ughetti Zanardelli',
};
const DUTCH: Names = {
  men: 'Arjen Bas Casper Diederik Evert Floris Gijs Hidde Joost Koen Laurens Maarten Niels Ruben Sjoerd Thijs Wouter',
  women:
    'Annelies Brechtje Carlijn Doortje Esmée Femke Hanneke Ilse Jolanda Lieke Marijke Nienke Roos Saskia Tineke Willemijn',
  families:
    'Aalbers Coenraads Dijkgraaf Feenstra Groeneveld Hoogendoorn Jansma Langeveld Molenaar Noordhoek Oosterhof Postma Rietveld Schipper Terpstra Verhage Wiersma',
};

const INDIAN: Names = {
  men: 'Arvind Harish Nikhil Rohan Sandeep',
  women: 'Deepa Kavita Meera Priya Sanjana',
  families: 'Chaudhari Deshpande Jagernath Kulkarni Pillai Raghunath',
};
const NIGERIAN: Names = {
  men: 'Babatunde Chidi Emeka Oluwaseun',
  women: 'Adaeze Folake Ifeoma Yetunde',
  families: 'Adekoya Balogun Ezenwa Nwachukwu Ogundipe',
};
const MAGHREBI: Names = {
  men: 'Hicham Karim Mehdi Samir Yacine',
  women: 'Aïcha Leïla Nadia Samira Yasmina',
  families: 'Belkacem Benhamou Bouzidi Cherkaoui Haddouch Ouazzani',
};
const WEST_AFRICAN: Names = {
  men: 'Amadou Cheikh Ibrahima Ousmane',
  women: 'Aminata Fatoumata Mariama Ndeye',
  families: 'Badiane Diémé Fofanah Kandé Mbengue',
};
const TURKISH: Names = {
  men: 'Cem Emre Kaan Yusuf',
  women: 'Aylin Derya Elif Zeynep',
  families: 'Aksoylu Demircan Karaoglu Özkaya Saricioglu',
};
const POLISH: Names = {
  men: 'Bartosz Krzysztof Marek Tomasz',
  women: 'Agnieszka Iwona Joanna Zofia',
  families: 'Borkowicz Kaczmarek Malinowicz Wrobel Zawistowicz',
};
const CHINESE: Names = {
  men: 'Daniel Jun Leon Wei',
  women: 'Grace Jia Mei Yun',
  families: 'Cheung Ching Fong Leong Tsang',
};
const LATIN_AMERICAN: Names = {
  men: 'Andrés Diego Esteban Rafael',
  women: 'Daniela Paola Valeria Ximena',
  families: 'Barrientos Huanca Marroquín Quispe Zambrano',
};
const ROMANIAN: Names = {
  men: 'Bogdan Dragos Mihai Sorin',
  women: 'Anca Ileana Mirela Ruxandra',
  families: 'Munteanu Neagoe Petcu Vasiliu',
};
const CAPE_VERDEAN: Names = {
  men: 'Adilson Edmilson Hélder Ivanildo',
  women: 'Celeste Dulce Ivone Nádia',
  families: 'Andrade Barbosa Fortes Pires Varela',
};

export const COUNTRIES: readonly Country[] = [
  // Great Britain
  {
    language: 'en',
    share: 16,
    names: ENGLISH,
    origins: [INDIAN, NIGERIAN, CHINESE, POLISH],
    phones: ['+44 7700 900###'],
  },
  {
    // United States
    language: 'en',
    share: 13,
    names: ENGLISH,
    origins: [LATIN_AMERICAN, INDIAN, CHINESE, NIGERIAN],
    phones: ['+1 212 555 01##', '+1 415 555 01##', '+1 617 555 01##', '+1 312 555 01##', '+1 720 555 01##'],
  },
  // Ireland
  { language: 'en', share: 3, names: ENGLISH, origins: [POLISH, NIGERIAN], phones: ['+353 20 910 ####'] },
  // France
  {
    language: 'fr',
    share: 15,
    names: FRENCH,
    origins: [MAGHREBI, WEST_AFRICAN],
    phones: ['+33 6 39 98 ## ##'],
  },
  // Germany
  { language: 'de', share: 14, names: GERMAN, origins: [TURKISH, POLISH], phones: ['+49 171 39200##'] },
  // Spain
  {
    language: 'es',
    share: 12,
    names: SPANISH,
    origins: [LATIN_AMERICAN, ROMANIAN],
    phones: ['+34 555 000 ###'],
  },
  // Italy
  {
    language: 'it',
    share: 8,
    names: ITALIAN,
    origins: [ROMANIAN, WEST_AFRICAN],
    phones: ['+39 300 000 0###'],
  },
  // Portugal
  { language: 'pt', share: 7, names: PORTUGUESE, origins: [CAPE_VERDEAN], phones: ['+351 900 000 ###'] },
  // Brazil
  {
    language: 'pt',
    share: 6,
    names: BRAZILIAN,
    origins: [],
    phones: ['+55 11 90000 0###', '+55 21 90000 0###'],
  },
  // The Netherlands
  { language: 'nl', share: 6, names: DUTCH, origins: [INDIAN, MAGHREBI], phones: ['+31 6 0000 0###'] },
];
