// German texts of what the server refuses.
import type { RefusalTexts } from '../en/refusals.ts';

const tries = (left: number) => (left === 1 ? 'Noch ein Versuch.' : `Noch ${left} Versuche.`);
const nights = (count: number) => (count === 1 ? '1 Nacht' : `${count} Nächte`);

export const refusals: RefusalTexts = {
  codes: {
    not_found: () => 'Das gibt es nicht mehr.',
    not_signed_in: () => 'Sie sind abgemeldet: melden Sie sich wieder an.',
    other_person: () => 'Hier ist inzwischen jemand anderes angemeldet: nichts wurde geändert.',
    sign_in_refused: () =>
      'Name oder Passwort ist falsch. Prüfen Sie beides, oder bitten Sie einen Inhaber um einen Link zum Anmelden.',
    wrong_password: () => 'Das ist nicht Ihr Passwort.',
    link_not_valid: () => 'Dieser Link wurde benutzt, ersetzt oder ist zu alt: bitten Sie um einen neuen.',
    screen_not_shared: () =>
      'Dieser Bildschirm wird nicht geteilt: melden Sie sich an und teilen Sie ihn unter Ihrem Konto.',
    pin_refused: ({ left }) =>
      left === 0
        ? 'Keine PIN von Ihnen öffnet diesen Bildschirm: melden Sie sich mit dem Passwort an.'
        : `Falsche PIN. ${tries(left)}`,
    pin_locked: () => 'Die PIN war zu oft falsch: melden Sie sich auf diesem Bildschirm mit dem Passwort an.',
    passkey_refused: () =>
      'Dieser Passkey öffnet hier nichts. Versuchen Sie es noch einmal, oder melden Sie sich mit dem Passwort an.',
    passkeys_not_possible: () => 'Passkeys brauchen eine https-Adresse: der Server hat noch keine.',
    too_many_passkeys: ({ max }) =>
      `Sie haben ${max} Passkeys, mehr sind nicht möglich: entfernen Sie einen, den Sie nicht mehr benutzen.`,
    code_required: () => 'Geben Sie den Code ein, den Ihre App zeigt.',
    code_refused: ({ left }) =>
      left === 0
        ? 'Zu viele Codes waren falsch: benutzen Sie einen Ersatzcode, oder bitten Sie einen Inhaber, den zweiten Faktor zu entfernen.'
        : `Dieser Code ist falsch oder schon benutzt: geben Sie den ein, den die App jetzt zeigt.${left === null ? '' : ` ${tries(left)}`}`,
    second_factor_on: () => 'Der zweite Faktor ist schon eingeschaltet.',
    own_second_factor: () =>
      'Das ist Ihr eigener zweiter Faktor: schalten Sie ihn in Ihrem Konto aus, oder bitten Sie einen anderen Inhaber.',
    second_factor_missing: () => 'Es gibt noch keinen zweiten Faktor: beginnen Sie von vorn.',
    last_sign_in_way: () =>
      'Ohne diesen Passkey könnten Sie sich nicht mehr anmelden: fügen Sie erst einen anderen hinzu oder wählen Sie ein Passwort.',
    full_sign_in_required: () =>
      'Sie kamen mit einer PIN herein: melden Sie sich ab und mit dem Passwort wieder an.',
    https_required: () =>
      'Zum Anmelden braucht es https: öffnen Sie diese Seite mit https, oder auf dem Rechner, auf dem innwire läuft.',
    owner_required: ({ case: which }) =>
      which === 'or_manager'
        ? 'Das kann nur ein Inhaber oder die Leitung.'
        : which === 'of_all'
          ? 'Das kann nur ein Inhaber aller Häuser.'
          : 'Das kann nur ein Inhaber.',
    unknown_user: () => 'Diese Person gibt es hier nicht mehr.',
    user_name_taken: ({ value }) =>
      `Als ${value} meldet sich schon jemand an: wählen Sie einen anderen Namen.`,
    rate_limited: ({ retry_after_seconds }, { age }) =>
      `Zu viele Versuche: warten Sie ${age(retry_after_seconds)} und versuchen Sie es noch einmal.`,
    demo_mode: ({ property }) =>
      property === 'sandbox'
        ? 'Das Beispielhaus lässt sich nicht ändern: legen Sie ein eigenes an.'
        : 'Das Beispielhaus lässt sich nicht ändern.',
    read_only_token: () => 'Ihre Rolle ändert nichts: bitten Sie einen Inhaber um eine andere.',
    scope_missing: () => 'Ihre Rolle öffnet das nicht: bitten Sie einen Inhaber um eine andere.',
    payload_too_large: () => 'Das ist zu viel auf einmal: senden Sie weniger.',
    request_timeout: () => 'Die Verbindung ist zu langsam: versuchen Sie es noch einmal.',
    precondition_failed: () => 'Jemand hat das inzwischen geändert: sehen Sie es noch einmal an.',
    unknown_property: () => 'Dieses Haus gibt es nicht mehr.',
    property_archived: () =>
      'Dieses Haus ist archiviert und wird nur gelesen: Ein Inhaber kann es aus dem Archiv holen.',
    property_has_channels: ({ channels }, { list, channelName }) =>
      `Es ist noch mit ${list(channels.map(channelName))} verbunden, wo seine Zimmer im Verkauf blieben: Trennen Sie zuerst die Verbindung.`,
    property_in_use: ({ in_house, to_come, held, owed, to_return }) =>
      `Noch offen – Aufenthalte im Haus: ${in_house}, kommende: ${to_come}, Optionen, die enden würden: ${held}, mit offenem Betrag: ${owed}, mit Geld zum Zurückgeben: ${to_return}. Im Archiv lässt sich nichts davon ändern.`,
    property_not_archived: () => 'Archivieren Sie das Haus zuerst: Erst dann kann es entfernt werden.',
    name_not_confirmed: ({ name }) => `Das ist nicht der Name: ${name}.`,
    unknown_room: ({ room_ids }, { list, room }) => `${list(room_ids.map(room))}: gibt es nicht mehr.`,
    unknown_booking: () => 'Diesen Aufenthalt gibt es nicht.',
    unknown_group: () => 'Diese Gruppe von Aufenthalten gibt es nicht.',
    unknown_inquiry: ({ booked_as }, { stay }) =>
      booked_as === null
        ? 'Diese Anfrage gibt es nicht.'
        : `Aus der Anfrage wurde ${stay(booked_as)}: antworten Sie dort.`,
    unknown_message: () => 'Diese Nachricht gibt es nicht.',
    unknown_attachment: () => 'Dieser Anhang ist nicht mehr da.',
    attachment_not_read: ({ channel, case: why }, { channelName }) =>
      why === 'disconnected'
        ? `Die Datei liegt bei ${channelName(channel)}, und der Kanal ist nicht mehr verbunden.`
        : `${channelName(channel)} hat die Datei nicht geliefert. Noch einmal versuchen, oder dort öffnen.`,
    nothing_to_reply: ({ case: why }) =>
      why === 'own'
        ? 'Dieser Text ist vom Haus: er wartet auf keine Antwort.'
        : 'Dieser Text hat eine Antwort: wartet der Gast auf eine weitere, schreiben Sie sie.',
    unknown_guest: () => 'Diesen Gast gibt es nicht.',
    guest_erased: () => 'Die Daten dieses Gastes wurden gelöscht: beginnen Sie ein neues Profil.',
    guest_expected: ({ checkout }, { day }) =>
      `Dieser Gast wird erwartet oder ist bis ${day(checkout)} hier: checken Sie ihn erst aus, oder stornieren Sie den Aufenthalt.`,
    same_guest: () => 'Beide sind derselbe Gast.',
    merge_too_long: ({ member, max }) =>
      member === 'notes'
        ? `Zusammen haben die Notizen mehr als ${max} Zeichen: kürzen Sie eine davon.`
        : `Zusammen haben die Gäste mehr als ${max} Merkmale: entfernen Sie einige.`,
    unknown_change: ({ retention_days }) =>
      `Diese Änderung ist älter als ${retention_days} Tage und lässt sich nicht mehr rückgängig machen.`,
    unknown_template: () => 'Diese Vorlage gibt es nicht mehr.',
    template_name_taken: ({ name }) => `Eine Vorlage ${name} gibt es schon: wählen Sie einen anderen Namen.`,
    too_many_templates: ({ max }) => `Es gibt ${max} Vorlagen, mehr sind nicht möglich: entfernen Sie eine.`,
    template_not_fillable: ({ reason }) =>
      `Die Vorlage lässt sich für diesen Aufenthalt nicht füllen (${reason}): schreiben Sie selbst, oder bessern Sie die Vorlage aus.`,
    unknown_task: () => 'Diese Aufgabe gibt es nicht.',
    unknown_photo: () => 'Dieses Foto wurde entfernt.',
    too_many_photos: ({ max, of }) =>
      of === 'task'
        ? `Eine Aufgabe hat höchstens ${max} Fotos: zuerst eines entfernen.`
        : `Die Aufgaben dieses Hauses haben höchstens ${max} Fotos: entfernen Sie einige, die niemand braucht.`,
    unknown_entry: () => 'Diese Buchungszeile gibt es nicht.',
    unknown_review: () => 'Diese Bewertung gibt es nicht.',
    unknown_unit: () => 'Diese Zimmernummer gibt es nicht mehr.',
    unknown_closure: () => 'Diese Sperre gibt es nicht mehr.',
    unknown_channel: ({ channel }, { channelName }) => `${channelName(channel)} ist nicht verbunden.`,
    practice_channel: (facts, { list, channelName }) => {
      if (facts.case === 'has_channels')
        return `Der Übungskanal nimmt Nächte, die echte Kanäle verkaufen, und dieses Haus hat ${list(facts.channels.map(channelName))}.`;
      if (facts.case === 'connected')
        return 'Entfernen Sie erst den Übungskanal: seine Aufenthalte nehmen echte Nächte.';
      if (facts.case === 'reserved') return 'Der Übungskanal wird mit einem eigenen Klick verbunden.';
      return 'Es gibt noch keine Zimmer zu verkaufen: legen Sie erst eines an.';
    },
    room_unavailable: ({ nights: full, room_id, left = 0, asked }, { inRoom, days }) => {
      const name = inRoom(room_id);
      return left > 0
        ? `${name}nur noch ${left} frei, und Sie möchten ${asked}: ${days(full)}.`
        : `${name}nichts mehr frei: ${days(full)}.`;
    },
    min_stay_not_met: ({ date, min_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Wer am ${day(date)} anreist, bleibt mindestens ${nights(min_stay)}.`,
    max_stay_exceeded: ({ date, max_stay, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Wer am ${day(date)} anreist, bleibt höchstens ${nights(max_stay)}.`,
    capacity: ({ room_id, capacity, guests, cots = 0, infants = 0, infants_under_age }, { room }) =>
      infants > 0
        ? `${room(room_id)} ist für ${capacity}${cots > 0 ? ` und ${cots} im Babybett` : ', ohne Babybett'}, nicht für ${guests}, davon ${infants} unter ${infants_under_age}.`
        : `${room(room_id)} ist für ${capacity}, nicht für ${guests}.`,
    closed_to_arrival: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Keine Anreise am ${day(date)}.`,
    closed_to_departure: ({ date, room_id }, { day, inRoom }) =>
      `${inRoom(room_id)}Keine Abreise am ${day(date)}.`,
    stop_sell: ({ nights: closed, room_id }, { inRoom, days }) =>
      `${inRoom(room_id)}nicht im Verkauf: ${days(closed)}.`,
    exceeds_units: (facts, { room, day }) =>
      facts.case === 'taken'
        ? `${room(facts.room_id)}: am ${day(facts.date)} sind ${facts.taken} belegt, es können nicht nur ${facts.units} sein.`
        : `${room(facts.room_id)}: am ${day(facts.date)} nur noch ${facts.left} frei.`,
    stay_ended: (facts, { day, inRoom }) =>
      facts.case === 'checked_out'
        ? 'Der Gast ist schon abgereist.'
        : `${inRoom(facts.room_id)}Der Aufenthalt endet am ${day(facts.checkout)}: nur Nächte davor werden frei.`,
    hold_expired: () => 'Die Option gilt nicht mehr, und ihre Nächte sind wieder frei: buchen Sie neu.',
    owned_by_channel: ({ channel, checkin, checkout }, { channelName, day }) =>
      `${channelName(channel)} hat ${day(checkin)} – ${day(checkout)} verkauft: ändern Sie diese Nächte dort. Weitere Nächte können davor und danach stehen.`,
    invalid_transition: (facts, { day, channelName }) => {
      switch (facts.case) {
        case 'before_checkin':
          return `Der Aufenthalt beginnt am ${day(facts.checkin)}, und heute ist ${day(facts.today)}.`;
        case 'arrival_moved':
          return `Der Gast ist im Haus: der Aufenthalt kann nicht am ${day(facts.checkin)} beginnen.`;
        case 'no_night_to_move':
          return `Der Aufenthalt endet am ${day(facts.checkout)}: keine Nacht ist mehr zu verlegen. Wählen Sie auch eine spätere Abreise.`;
        case 'final':
          return 'Dieser Aufenthalt ist vorbei: Zimmer, Daten und Preis ändern sich nicht mehr.';
        case 'ended_at_channel':
          return `${channelName(facts.channel)} hat diesen Aufenthalt storniert oder verlegt. Wenn der Gast kommt, buchen Sie neu.`;
        case 'not_held':
          return 'Das ist keine Option mehr.';
        case 'no_show':
          return 'Das ist ein No-Show und lässt sich nicht stornieren: die späteren Nächte sind schon frei.';
        default:
          return 'Das geht nicht mehr: jemand war schneller. Sehen Sie es noch einmal an.';
      }
    },
    room_has_bookings: ({ room_id, last_night }, { room, day }) =>
      `${room(room_id)} ist bis zur Nacht vom ${day(last_night)} verkauft: verlegen oder stornieren Sie diese Aufenthalte erst.`,
    room_has_units: ({ room_id }, { room }) =>
      `${room(room_id)} hat Zimmernummern und verkauft so viele, wie es gibt: fügen Sie Nummern hinzu oder entfernen Sie welche.`,
    unit_name_taken: ({ name }) => `${name} gibt es schon: wählen Sie einen anderen Namen.`,
    unit_of_other_room: ({ name, unit_room_id }, { room }) =>
      `${name} gehört zu ${room(unit_room_id)}: ändern Sie auch das Zimmer.`,
    unit_taken: ({ name, holdings }, { list, holder }) =>
      `${name} ist belegt: ${list(holdings.slice(0, 3).map(holder))}.`,
    unit_occupied: ({ name, order_id }, { stay }) =>
      `${stay(order_id)} ist in ${name}: erst auschecken, oder eine andere Nummer wählen.`,
    unit_not_ready: ({ name, condition }) =>
      condition === 'clean'
        ? `${name} ist sauber, aber nicht kontrolliert.`
        : `${name} ist noch nicht sauber.`,
    units_sold: ({ room_id, nights: full }, { room, days }) =>
      `${room(room_id)}: alle sind verkauft oder gesperrt: ${days(full)}. Verlegen Sie erst einen Aufenthalt.`,
    no_unit_without_moving: ({ room_id, fromdate, todate, moves, split }, { room, range, list, stay }) => {
      const others = moves
        .slice(0, -1)
        .flatMap(({ order_id, name }) => (order_id === null ? [] : [`${stay(order_id)} nach ${name}`]));
      const ways = [
        ...(others.length > 0 ? [`Verlegen Sie ${list(others)}: dann ist ${moves.at(-1)!.name} frei.`] : []),
        ...(split.length > 1
          ? [`Oder der Gast wechselt das Zimmer: ${list(split.map(({ name }) => name))}.`]
          : []),
      ];
      return [`${room(room_id)}: keine Nummer ist für ganz ${range(fromdate, todate)} frei.`, ...ways].join(
        ' ',
      );
    },
    closure_ended: ({ last_night }, { day }) => `Diese Sperre endete mit der Nacht vom ${day(last_night)}.`,
    unknown_proposal: () => 'Diesen Vorschlag gibt es nicht.',
    proposal_closed: ({ state }) =>
      state === 'expired'
        ? 'Dieser Vorschlag ist zu alt: lassen Sie ihn neu machen.'
        : 'Über diesen Vorschlag hat schon jemand entschieden.',
    proposal_outdated: () =>
      'Seit dem Vorschlag hat sich etwas geändert: sehen Sie es noch einmal an, oder lassen Sie es neu vorschlagen.',
    moment_not_kept: ({ log_begins }, { moment }) =>
      log_begins === null
        ? 'Was damals war, ist nicht bekannt: das Protokoll ist leer.'
        : `So weit zurück wird das Protokoll nicht aufbewahrt: wählen Sie einen Zeitpunkt nach ${moment(log_begins)}.`,
    unknown_guest_review: () => 'Diese Bewertung eines Gastes gibt es nicht.',
    guest_review_written: () => 'Dieser Gast ist bewertet: Kanäle nehmen nur eine Bewertung an.',
    guest_review_over: () => 'Dieser Gast kann nicht mehr bewertet werden: Die Zeit dafür ist vorbei.',
    unknown_guest_request: () => 'Diese Anfrage gibt es nicht.',
    guest_request_over: ({ state }) =>
      state === 'answering'
        ? 'Die Antwort auf diese Anfrage ist unterwegs.'
        : 'Diese Anfrage wartet nicht mehr auf eine Antwort.',
    guest_request_unmapped: () =>
      'Das Zimmer, das der Gast möchte, ist mit keinem Ihrer Zimmer verbunden: verbinden Sie es unter Kanäle, oder lehnen Sie ab.',
    already_replied: () => 'Diese Bewertung hat eine Antwort: Kanäle nehmen nur eine an.',
    exceeds_balance: ({ balance, currency }, { money }) =>
      balance < 0
        ? `Es wurde mehr bezahlt als geschuldet: ${money(-balance, currency)} sind zurückzugeben.`
        : balance === 0
          ? 'Es ist nichts offen.'
          : `Offen sind nur ${money(balance, currency)}.`,
    not_reversible: ({ case: which }) =>
      which === 'booking'
        ? 'Das kommt vom Preis des Aufenthalts: ändern Sie den Preis.'
        : which === 'reversal'
          ? 'Diese Zeile nimmt selbst eine andere zurück.'
          : which === 'later'
            ? 'Die Zeile hat ein späteres Datum.'
            : 'Diese Zeile wurde schon zurückgenommen.',
    repeated_payment: ({ amount, currency, date }, { money, day }) =>
      `${money(Math.abs(amount), currency)} wurden dafür am ${day(date)} schon gebucht. Ist es eine weitere Zahlung?`,
    refund_exceeds_paid: ({ paid, currency }, { money }) =>
      paid > 0
        ? `Nur ${money(paid, currency)} wurden bezahlt und noch nicht zurückgegeben. Soll mehr zurückgegeben werden?`
        : 'Von dem, was bezahlt wurde, ist nichts mehr da. Soll es trotzdem zurückgegeben werden?',
    server_error: () =>
      'Am Server ging etwas schief, und nichts wurde geändert. Versuchen Sie es noch einmal.',
    storage_full: () =>
      'Der Speicher des Servers ist voll, und nichts wurde geändert. Wer ihn betreibt, muss Platz schaffen; lesen lässt sich weiterhin alles.',
    temporarily_unavailable: ({ case: which }) =>
      which === 'secret'
        ? 'Codes der App lassen sich nicht mehr lesen: benutzen Sie einen Ersatzcode, oder bitten Sie einen Inhaber, den zweiten Faktor zu entfernen.'
        : 'Der Server ist beschäftigt: versuchen Sie es gleich noch einmal.',
  },
  requests: {
    price_sum: () => 'Die Nächte ergeben zusammen mehr, als ein Aufenthalt kosten kann.',
    too_many_webhooks: ({ max }) => `Es gibt ${max} Webhooks, mehr sind nicht möglich: entfernen Sie einen.`,
  },
  rules: {
    required: () => 'Fehlt noch.',
    wrong_type: () => 'Nicht richtig geschrieben.',
    wrong_format: ({ format }) =>
      format === 'email' ? 'Eine E-Mail-Adresse, etwa ada@example.com.' : 'Dieses Datum gibt es nicht.',
    below_minimum: ({ limit }) => `${limit} oder mehr.`,
    above_maximum: ({ limit }) => `${limit} oder weniger.`,
    too_short: ({ limit }) => (limit === 1 ? 'Fehlt noch.' : `Mindestens ${limit} Zeichen.`),
    too_long: ({ limit }) => `Höchstens ${limit} Zeichen.`,
    wrong_length: ({ least, most }) => `${least} bis ${most} Zeichen.`,
    too_few_items: ({ limit }) => `Mindestens ${limit}.`,
    too_many_items: ({ limit }) => `Höchstens ${limit}.`,
    wrong_pattern: ({ example }) => `Geschrieben wie ${example}.`,
    broken_text: () => 'Hier sind Zeichen, die sich nicht speichern lassen.',
    blank: () => 'Fehlt noch.',
    guessable: () =>
      'Das versuchen alle zuerst: wählen Sie Ziffern, die weder gleich noch der Reihe nach sind.',
    has_at_sign: () => 'Ohne @: die E-Mail-Adresse hat ein eigenes Feld.',
    no_website: () => 'Eine Adresse wie https://quintadomar.example.',
    comma: () => 'Ohne Komma.',
    unknown_placeholder: ({ names }) => `Kein Aufenthalt hat ${names.join(', ')}.`,
    wrong_template: ({ reason }) => `Nicht geschrieben wie eine Vorlage: ${reason}.`,
    no_photo: () => 'Nur Bilder in JPEG, PNG und WebP sind möglich.',
    photo_too_large: () => 'Dieses Bild ist zu groß: ein kleineres nehmen.',
    after: ({ member }, { field }) => `Nicht nach ${field(member)}.`,
    before: ({ member }, { field }) => `Nicht vor ${field(member)}.`,
    not_after: ({ member }, { field }) => `Nach ${field(member)}.`,
    after_date: ({ date }, { day }) => `Nicht nach ${day(date)}.`,
    not_before_date: ({ date }, { day }) => `Vor ${day(date)}.`,
    in_future: () => 'Dieser Zeitpunkt kommt erst noch: wählen Sie einen früheren.',
    before_property: () => 'Zu diesem Zeitpunkt gab es das Haus hier noch nicht: wählen Sie einen späteren.',
    fewer_nights: ({ nights: least }) => `Mindestens ${nights(least)}.`,
    more_nights: ({ nights: most }) => `Höchstens ${nights(most)}.`,
    range_too_long: ({ nights: most }) => `Weniger als ${nights(most)}.`,
    years_away: ({ years }) => `Höchstens ${years} Jahre entfernt.`,
    years_ahead: ({ years }) => `Höchstens ${years} Jahre im Voraus.`,
    closed_day: () => 'Wählen Sie einen anderen Tag.',
    negative: () => 'Nicht unter 0.',
    no_amount: ({ currency }) =>
      `Ein Betrag in ${currency}, mit nicht mehr Nachkommastellen, als die Währung hat.`,
    too_many: ({ limit }) => `Höchstens ${limit}.`,
    too_few: ({ limit }) => `Mindestens ${limit}.`,
    no_percentage: () => 'Ein Prozentsatz, mit höchstens zwei Nachkommastellen.',
    sign_of_type: ({ sign }) => (sign === 'negative' ? 'Hier mit einem Minus davor.' : 'Hier ohne Minus.'),
    no_nights: () => 'Mit diesen Wochentagen bleibt keine Nacht.',
    no_currency: () => 'Eine Währung wie EUR.',
    no_time_zone: () => 'Eine Zeitzone wie Europe/Lisbon.',
    no_language: () => 'Eine Sprache wie de oder en-GB.',
    outside_stay: ({ checkin, checkout }, { day }) =>
      `Eine Nacht des Aufenthalts, ab ${day(checkin)} und vor ${day(checkout)}.`,
    before_today: ({ today }, { day }) => `Nicht vor heute, ${day(today)}.`,
    guest_in_unit: () => 'Hier ist der Gast schon: wählen Sie eine andere.',
    too_early: ({ date }, { day }) => `Nicht vor ${day(date)}.`,
    no_https: () => 'Eine Adresse, die mit https beginnt.',
    plain_http: () => 'Eine Adresse, die mit https beginnt, nicht mit http.',
    no_calendar_address: () => 'Die https-Adresse eines .ics-Kalenders.',
    hidden_secret: () =>
      'Das Geheimnis dieser Adresse ist verdeckt: fügen Sie die ganze Adresse noch einmal ein.',
    required_by_protocol: () => 'Dieser Kanal braucht das.',
    room_twice: () => 'Jedes Zimmer einmal.',
    external_room_twice: () => 'Das hat schon ein anderes Zimmer.',
    calendar_twice: ({ room, unit }) =>
      `Das ist schon der Kalender von ${unit ?? room}: den dieses Zimmers einfügen.`,
    rate_missing: () => 'Das Zimmer hat mehrere Zeilen: jede braucht ihre Rate.',
    rate_twice: () => 'Diese Rate ist schon da.',
  },
  labels: {
    checkin: 'Anreise',
    checkout: 'Abreise',
    fromdate: 'Erste Nacht',
    todate: 'Letzte Nacht',
    from: 'Erster Tag',
    to: 'Letzter Tag',
  },
  fields: {
    checkin: 'der Anreise',
    checkout: 'der Abreise',
    fromdate: 'der ersten Nacht',
    todate: 'der letzten Nacht',
    from: 'dem ersten Tag',
    to: 'dem letzten Tag',
    as_of: 'dem Stand',
    since: 'dem Vergleich',
    date: 'der ersten Nacht',
    service_from: 'dem ersten Tag',
  },
  heldBy: (who, range) => `${who}, ${range}`,
  closure: 'gesperrt',
};
