// Texts of English-speaking guests, and the property's replies.
import type { Phrases } from './phrases.ts';

export const ENGLISH: Phrases = {
  talk: {
    parking: [
      [
        'Hello, we are coming by rental car. Is there parking near the house?',
        'Hello {name}, the streets up here are narrow and mostly for residents. The Portas do Sol car park is about ten minutes away on foot and costs around 22 euros a day.',
      ],
      [
        'Hi! Do you have a parking space we could use?',
        'Hi {name}, sadly we have none of our own. Most guests leave the car at the Portas do Sol car park, ten minutes on foot.',
      ],
    ],
    cot: [
      [
        'Hi, we are travelling with our ten-month-old. Could you put a cot in the bedroom?',
        'With pleasure, {name}. The cot is free of charge and will be made up when you arrive. There is a high chair too.',
      ],
    ],
    earlyCheckin: [
      [
        'Hi, our flight lands at {time} in the morning. Any chance of an early check-in?',
        'Hi {name}, guests leave at 11:00 that day, so I cannot promise it, but I will write as soon as the flat is ready. You are welcome to drop your bags from the moment you land.',
      ],
      [
        'Hello! We arrive quite early, around {time}. Could we get into the flat before 15:00?',
        'Hello {name}, we will clean yours first and let you know. It is usually ready by 13:30. Your luggage can come in at any time.',
      ],
    ],
    luggage: [
      [
        'Hi, our flight home only leaves in the evening. Could we leave our bags with you after check-out?',
        'Of course, {name}. There is a locked storage room next to the entrance; you can pick them up until 20:00.',
      ],
      [
        'Is it possible to store luggage on the last day?',
        'Yes, until 20:00 and free of charge. Fátima will show you the storage room when you leave.',
      ],
    ],
    lift: [
      [
        'Hello, is there a lift in the building? My mother does not manage stairs very well.',
        'Hello {name}, I am afraid the house is too old for a lift, and the stairs are steep. We gladly carry the luggage up. If that is too much for your mother, tell me and I will cancel free of charge.',
      ],
    ],
    invoice: [
      [
        'Hello, I am travelling for work. Can I have an invoice made out to my company?',
        'Hello {name}, certainly. Please send me the company name, address and VAT number, and you will have the invoice on the day you leave.',
      ],
    ],
    arrivalTime: [
      [
        'Hi, we should be at the house around {time}. Is that all right?',
        'Perfect, {name}. The flat will be ready from 15:00, and Odete will be there to meet you at {time}.',
      ],
      [
        'Our plane lands in the afternoon, and we should be with you by {time}.',
        'Wonderful, {name}. Ring the bell by the blue door and we will let you in. Have a good flight.',
      ],
    ],
    runningLate: [
      [
        'Hello, just to let you know that our train gets in a bit later: we will be there at about {time}.',
        'Thank you for letting me know, {name}. See you at {time}!',
      ],
    ],
    lateArrival: [
      [
        'Hi, our flight is delayed and we will not get there before {time}. Can we still check in?',
        'No problem at all, {name}. The door opens with your code at any hour, and the light on the stairs comes on by itself. Please just keep your voices down in the courtyard.',
      ],
    ],
    airport: [
      [
        'What is the best way to get to you from the airport?',
        'A taxi or ride takes 15 to 20 minutes and costs about 15 euros. By metro: red line to São Sebastião, blue to Baixa-Chiado, then tram 28 to Graça. With suitcases I would take the taxi.',
      ],
    ],
    restaurant: [
      [
        'Can you recommend somewhere for dinner that is not too touristy?',
        'Gladly! Try the tasca on the corner of the square: grilled fish, open every day but Monday. Tell them Inês sent you. For the view, have a drink at the Miradouro da Graça first.',
      ],
      [
        'Hi, where would you go for dinner tonight with two hungry people?',
        'For grilled sardines, the little place next to the kiosk on the square. Be there before eight or you will have to wait.',
      ],
    ],
    lateCheckout: [
      [
        'Would a late check-out be possible, maybe around 13:00?',
        'I am sorry, {name}, the next guests arrive the same afternoon, so 11:30 is the latest I can offer. You can leave your bags with us until the evening.',
      ],
    ],
    towels: [
      [
        'Could we have two more bath towels, please?',
        'Of course. Fátima will leave them at your door within the hour.',
      ],
    ],
    heating: [
      [
        'Hi, it is a bit chilly in the evenings. How do we turn on the heating?',
        'Use the white remote on the shelf by the door: press mode until the sun shows, then choose the temperature. There is a thick blanket in the wardrobe as well.',
      ],
    ],
    cooling: [
      [
        'Hi, we cannot get the air conditioning to cool. Are we doing something wrong?',
        'Please close the windows first: it switches itself off while one is open. Then press mode until the snowflake shows. If it still does not cool, write to me and Rui will come by.',
      ],
    ],
    hotWater: [
      [
        'Hi, we have no hot water since this evening. Could somebody have a look?',
        'I am so sorry, {name}. Please press the red button on the boiler in the kitchen cupboard; that brings it back for most guests. In any case Rui will come and look at it first thing.',
      ],
    ],
    wifi: [
      [
        'The Wi-Fi keeps dropping and we both need to work tomorrow. Can you help?',
        'Sorry about that, {name}. I have restarted the router from here, please try again in five minutes. Rui will check the access point on your floor as well.',
      ],
    ],
    noise: [
      [
        'It was very loud in the street until two last night. Is that every night?',
        'I am sorry you slept badly, {name}. There was a party in the house opposite; I have spoken to the neighbours. The bedroom shutters keep out a lot, and there are earplugs in the bathroom drawer.',
      ],
    ],
    thanks: [
      [
        'We have just left, keys are on the table. Thank you for everything, we loved it here!',
        'Thank you, {name}! It was a pleasure to have you. Come back soon.',
      ],
      [
        'All packed. Thanks so much for a lovely stay, and say hello to Fátima.',
        'I will! Have a safe trip home, {name}.',
      ],
    ],
    plansChanged: [
      [
        'Hi, I am afraid our plans have changed and we have to cancel. Sorry for the trouble.',
        'Thank you for telling me, {name}. The booking is cancelled and nothing will be charged. We hope to see you another time.',
      ],
      [
        'Hello, my partner has fallen ill and we cannot travel. Could you please cancel our booking?',
        'I am sorry to hear that, {name}. I have cancelled it free of charge. Get well soon!',
      ],
    ],
    leavingEarly: [
      [
        'Something has come up at home and we have to leave today already. Can the remaining nights be refunded?',
        'I am sorry you have to go, {name}. The nights you do not use will be refunded. Have a safe journey.',
      ],
    ],
  },
  closing: ['Perfect, thank you!', 'Brilliant, thanks a lot.'],
  seeYou: ['Great, see you soon.', 'Lovely, see you then.'],
  notes: [
    'The parcel for the house came today, I have left it in the hall.',
    'Just so you know: I am away until Sunday evening.',
    'I have put the bins out for tomorrow.',
    'The new desk lamp is great, thanks again!',
  ],
  arrivalInfo: [
    'Hello {name}, we look forward to having you! Check-in is from 15:00 at Travessa da Andorinha Azul 7, the blue door. When will you arrive? Kind regards, Inês',
    'Dear {name}, your stay begins in a few days. The flat is ready from 15:00; you will get your door code on the morning you arrive. If you need anything before then, just write. Inês, Casa da Graça',
  ],
  noShow: [
    'Hello {name}, we have been expecting you since this afternoon. Are you still on your way? The room is kept for you tonight. Inês',
  ],
  titles: {
    great: [
      'A lovely base in Graça',
      'We would come back tomorrow',
      'Felt like home',
      'Spotless and so well looked after',
      'Exceptional',
    ],
    good: ['Good stay, great area', 'Very pleasant', 'Nice flat with small flaws', 'Good value for Lisbon'],
    poor: ['Not what we hoped for', 'Mixed feelings', 'Disappointing'],
  },
  positive: [
    { about: 'staff', text: 'Inês answered every message within minutes and her tips were excellent.' },
    { about: 'staff', text: 'We were met at the door and shown everything, even the best bakery.' },
    {
      about: 'location',
      text: 'The tram stops around the corner and the viewpoint is two minutes away.',
    },
    { about: 'location', text: 'A real neighbourhood, not a museum: cafés, a grocer and hardly any crowds.' },
    { about: 'clean', text: 'The flat was spotless, down to the window sills.' },
    { about: 'comfort', text: 'The bed was so comfortable that we slept in every day.' },
    { about: 'facilities', text: 'The kitchen has everything you need to cook a proper meal.' },
    { about: 'value', text: 'For this price you will not find anything better in the old town.' },
    {
      about: 'facilities',
      text: 'Breakfast on the terrace above the roofs was the best part of the day.',
      rooms: [106],
    },
    {
      about: 'facilities',
      text: 'The view over the river from the window is worth every step.',
      rooms: [102],
    },
    { about: 'comfort', text: 'Wonderfully quiet, right on the courtyard.', rooms: [101] },
    { about: 'comfort', text: 'Plenty of room for the whole family.', rooms: [105, 106] },
  ],
  quibbles: [
    { about: 'facilities', text: 'The shower could do with a little more pressure.' },
    { about: 'comfort', text: 'The pillows were a bit too soft for me.' },
    { about: 'location', text: 'It is a steep walk home at night.' },
    { about: 'facilities', text: 'One more power socket by the bed would help.' },
    { about: 'value', text: 'The tourist tax comes on top, which we had not expected.' },
  ],
  complaints: {
    hotWater: { about: 'facilities', text: 'We were without hot water for an evening.' },
    wifi: { about: 'facilities', text: 'The Wi-Fi kept cutting out, so working was difficult.' },
    noise: { about: 'comfort', text: 'Very noisy street at night; we slept badly.' },
    other: [
      { about: 'comfort', text: 'The sofa bed is not suitable for adults.', rooms: [104, 105, 106] },
      {
        about: 'facilities',
        text: 'No lift, and the stairs are really hard work with suitcases.',
        rooms: [103, 104, 105, 106],
      },
      { about: 'clean', text: 'There was dust under the bed and hair in the shower when we arrived.' },
      { about: 'value', text: 'Smaller than it looks in the pictures, and too expensive for that.' },
    ],
  },
  thanks: {
    great: [
      'Thank you, {name}! You were wonderful guests and are welcome any time.',
      'Dear {name}, your words made our day. See you again in Graça!',
      'Thank you so much, {name}. I have passed your praise on to Fátima and Odete.',
    ],
    good: [
      'Thank you for your review, {name}. We will see to what you mention and hope to welcome you again.',
      'Thank you, {name}, that helps us. We are already working on it.',
    ],
    poor: [
      'Dear {name}, I am sorry that we did not meet your expectations. What you describe should not happen, and we have seen to it since.',
      'Thank you for your honest words, {name}. I am sorry about this, and I would be glad to make it up to you on another visit. Inês',
    ],
  },
};
