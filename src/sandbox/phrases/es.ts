// Texts of Spanish-speaking guests, and the property's replies.
import type { Phrases } from './phrases.ts';

export const SPANISH: Phrases = {
  talk: {
    parking: [
      [
        'Hola, vamos en coche. ¿Hay aparcamiento cerca de la casa?',
        'Hola, {name}. Las calles aquí son estrechas y casi solo para residentes. El aparcamiento de Portas do Sol está a diez minutos a pie y cuesta unos 22 euros al día.',
      ],
    ],
    cot: [
      [
        'Hola, viajamos con un bebé de diez meses. ¿Podrían poner una cuna en el dormitorio?',
        'Con mucho gusto, {name}. La cuna es gratuita y estará preparada cuando lleguen. También tenemos trona.',
      ],
    ],
    earlyCheckin: [
      [
        'Hola, nuestro vuelo llega a las {time} de la mañana. ¿Sería posible entrar un poco antes?',
        'Hola, {name}. Ese día hay una salida a las 11:00, así que no puedo prometerlo, pero le aviso en cuanto el piso esté listo. Las maletas pueden dejarlas desde que lleguen.',
      ],
    ],
    luggage: [
      [
        'Hola, nuestro vuelo sale por la noche. ¿Podemos dejar las maletas después de la salida?',
        'Claro que sí, {name}. Hay un cuarto cerrado junto a la entrada; pueden recogerlas hasta las 20:00.',
      ],
    ],
    lift: [
      [
        'Hola, ¿el edificio tiene ascensor? A mi madre le cuestan mucho las escaleras.',
        'Hola, {name}. Lo siento, la casa es antigua y no tiene ascensor, y las escaleras son empinadas. Subimos las maletas con mucho gusto. Si es demasiado para su madre, dígamelo y cancelo sin coste.',
      ],
    ],
    invoice: [
      [
        'Hola, viajo por trabajo. ¿Me pueden hacer una factura a nombre de mi empresa?',
        'Hola, {name}, por supuesto. Envíeme el nombre, la dirección y el NIF y tendrá la factura el día de la salida.',
      ],
    ],
    arrivalTime: [
      [
        'Hola, llegaremos sobre las {time}. ¿Va bien?',
        'Perfecto, {name}. El piso está listo a partir de las 15:00 y Odete estará allí para recibirles.',
      ],
    ],
    runningLate: [
      [
        'Hola, al final llegamos un poco más tarde, calculo que a las {time}.',
        'Gracias por avisar, {name}. ¡Hasta luego!',
      ],
    ],
    lateArrival: [
      [
        'Hola, el vuelo sale con retraso y no llegamos antes de las {time}. ¿Podemos entrar igualmente?',
        'Ningún problema, {name}. La puerta se abre con su código a cualquier hora. Solo les pido que no hagan ruido en el patio.',
      ],
    ],
    airport: [
      [
        '¿Cuál es la mejor manera de llegar desde el aeropuerto?',
        'En taxi son 15 o 20 minutos y unos 15 euros. En metro: línea roja hasta São Sebastião, azul hasta Baixa-Chiado y luego el tranvía 28 hasta Graça. Con maletas les aconsejo el taxi.',
      ],
    ],
    restaurant: [
      [
        '¿Nos recomienda un sitio para cenar que no sea muy turístico?',
        '¡Con gusto! La tasca de la esquina de la plaza: pescado a la brasa, cierra los lunes. Digan que van de parte de Inês.',
      ],
    ],
    lateCheckout: [
      [
        '¿Sería posible salir un poco más tarde, sobre las 13:00?',
        'Lo siento, {name}, los siguientes huéspedes llegan esa misma tarde; como muy tarde a las 11:30. Las maletas pueden quedarse con nosotros hasta la noche.',
      ],
    ],
    towels: [
      [
        '¿Podrían dejarnos dos toallas de baño más, por favor?',
        'Claro. Fátima se las deja en la puerta en menos de una hora.',
      ],
    ],
    heating: [
      [
        'Hola, hace algo de frío en el piso. ¿Cómo se enciende la calefacción?',
        'Con el mando blanco del estante junto a la puerta: pulse "mode" hasta que salga el sol y elija la temperatura. En el armario hay también una manta gruesa.',
      ],
    ],
    cooling: [
      [
        'Hola, el aire acondicionado no enfría. ¿Estamos haciendo algo mal?',
        'Cierren primero las ventanas, por favor: se apaga solo si hay una abierta. Después pulsen "mode" hasta que salga el copo de nieve. Si no funciona, Rui se pasa a verlo.',
      ],
    ],
    hotWater: [
      [
        'Buenas noches, nos hemos quedado sin agua caliente. ¿Puede venir alguien a mirarlo?',
        'Lo siento muchísimo, {name}. Pulse por favor el botón rojo del calentador, en el armario de la cocina; suele bastar. De todas formas, Rui irá a primera hora.',
      ],
    ],
    wifi: [
      [
        'El wifi se corta todo el rato y mañana tenemos que trabajar. ¿Nos puede ayudar?',
        'Perdonen, {name}. He reiniciado el router a distancia; prueben dentro de cinco minutos. Rui revisará también el punto de acceso de su planta.',
      ],
    ],
    noise: [
      [
        'Esta noche ha habido mucho ruido en la calle hasta las dos. ¿Es siempre así?',
        'Siento que hayan dormido mal, {name}. Hubo una fiesta en la casa de enfrente y ya he hablado con los vecinos. Las contraventanas ayudan mucho y hay tapones en el cajón del baño.',
      ],
    ],
    thanks: [
      [
        'Acabamos de salir, las llaves están en la mesa. Gracias por todo, nos ha encantado.',
        '¡Gracias a ustedes, {name}! Ha sido un placer. Vuelvan pronto.',
      ],
    ],
    plansChanged: [
      [
        'Hola, por desgracia nos han cambiado los planes y tenemos que cancelar. Disculpe las molestias.',
        'Gracias por avisar, {name}. La reserva está cancelada y no se cobrará nada. ¡Otra vez será!',
      ],
    ],
    leavingEarly: [
      [
        'Buenos días, ha surgido algo en casa y tenemos que irnos hoy mismo. ¿Se pueden devolver las noches que quedan?',
        'Siento que tengan que irse, {name}. Les devolvemos las noches que no usen. ¡Buen viaje!',
      ],
    ],
  },
  closing: ['Perfecto, ¡gracias!', 'De acuerdo, muchas gracias.'],
  seeYou: ['Genial, hasta pronto.'],
  notes: [
    'Hoy ha llegado el paquete para la casa, lo he dejado en el pasillo.',
    'Solo para que lo sepan: estoy fuera hasta el domingo por la noche.',
    'Ya he sacado la basura para mañana.',
    'La lámpara nueva del escritorio es estupenda, ¡gracias otra vez!',
  ],
  arrivalInfo: [
    '¡Hola, {name}! Les esperamos con mucha ilusión. La entrada es a partir de las 15:00 en Travessa da Andorinha Azul 7, la puerta azul. ¿A qué hora piensan llegar? Un saludo, Inês',
  ],
  noShow: [
    'Hola, {name}, les esperamos desde esta tarde. ¿Están todavía de camino? Les guardamos la habitación esta noche. Inês',
  ],
  titles: {
    great: ['Como en casa', 'Estancia perfecta en Graça', 'Para repetir', 'Todo impecable'],
    good: ['Buena estancia', 'Muy agradable', 'Buena ubicación, algún detalle por mejorar'],
    poor: ['Esperábamos más', 'No salió del todo bien'],
  },
  positive: [
    { about: 'staff', text: 'Inês contestó siempre en pocos minutos y nos dio muy buenos consejos.' },
    { about: 'staff', text: 'Nos recibieron con muchísima amabilidad.' },
    { about: 'location', text: 'El tranvía para a la vuelta de la esquina y el mirador está a dos minutos.' },
    { about: 'location', text: 'Un barrio de verdad, con cafés y tiendas en la puerta.' },
    { about: 'clean', text: 'Todo estaba limpísimo.' },
    { about: 'comfort', text: 'La cama es comodísima.' },
    { about: 'facilities', text: 'La cocina tiene de todo.' },
    { about: 'value', text: 'Muy buena relación calidad-precio para Lisboa.' },
    { about: 'facilities', text: 'Desayunar en la terraza sobre los tejados no tiene precio.', rooms: [106] },
    { about: 'comfort', text: 'Muy tranquilo, da al patio.', rooms: [101] },
    { about: 'comfort', text: 'Espacio de sobra para toda la familia.', rooms: [105, 106] },
  ],
  quibbles: [
    { about: 'facilities', text: 'A la ducha le falta un poco de presión.' },
    { about: 'location', text: 'La cuesta de vuelta por la noche se nota.' },
    { about: 'comfort', text: 'Las almohadas eran demasiado blandas para mi gusto.' },
    { about: 'facilities', text: 'Falta algún enchufe más junto a la cama.' },
  ],
  complaints: {
    hotWater: { about: 'facilities', text: 'Estuvimos una noche sin agua caliente.' },
    wifi: { about: 'facilities', text: 'El wifi fallaba mucho y apenas pudimos trabajar.' },
    noise: { about: 'comfort', text: 'Mucho ruido en la calle por la noche; dormimos mal.' },
    other: [
      { about: 'comfort', text: 'El sofá cama no es apto para adultos.', rooms: [104, 105, 106] },
      { about: 'clean', text: 'Había polvo debajo de la cama y pelos en la ducha al llegar.' },
      { about: 'value', text: 'Más pequeño de lo que parece en las fotos y caro para lo que es.' },
    ],
  },
  thanks: {
    great: [
      '¡Gracias, {name}! Fue un placer tenerles en casa; vuelvan cuando quieran.',
      'Muchas gracias por sus palabras, {name}. Ya se lo he contado a Fátima y a Odete.',
    ],
    good: [
      'Gracias por su opinión, {name}. Vamos a mejorar lo que menciona y esperamos verles de nuevo.',
      'Gracias, {name}, así podemos mejorar.',
    ],
    poor: [
      'Siento, {name}, que no hayamos estado a la altura. Lo que describe no debería pasar y ya lo hemos resuelto.',
    ],
  },
};
