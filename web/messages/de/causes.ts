// Why something failed, in German: a sentence for each code. What a channel wrote itself is quoted after it.
import type { Messages } from '../en/index.ts';

const nightsOf = (nights: number | null) =>
  nights === null ? 'Nächte' : nights === 1 ? '1 Nacht' : `${nights} Nächte`;

export const causes = {
  says: (who, said) => `${who} sagt: „${said}“`,
  quoted: (said) => `„${said}“`,
  since: (time) => `Seit ${time}.`,
  again: (time) => `Nächster Versuch ${time}.`,
  mailServer: 'Der Mailserver',
  parts: {
    nights: 'Nächte',
    reservations: 'Buchungen',
    orders: 'Liste der Buchungen',
    accepted_requests: 'Angenommene Anfragen',
    messages: 'Nachrichten',
    reviews: 'Bewertungen',
    guest_requests: 'Anfragen von Gästen',
    replies: 'Antworten',
    notices: 'Hinweise, dass keine Antwort nötig ist',
    review_replies: 'Antworten auf Bewertungen',
    request_answers: 'Antworten auf Anfragen',
    guest_reviews: 'Bewertungen von Gästen',
    calendar: 'Kalender',
    otas: 'Portale dahinter',
    sales_limits: 'Einstellungen des Hauses dort',
  },
  sentences: {
    timed_out: ({ who }) => `${who} hat nicht rechtzeitig geantwortet. Es wird wieder versucht.`,
    host_unknown: ({ who }) => `Die Adresse von ${who} gibt es im Netz nicht (DNS). Prüfen Sie die Adresse.`,
    connection_refused: ({ who }) =>
      `Der Server von ${who} hat die Verbindung abgelehnt. Es wird wieder versucht.`,
    broken_off: ({ who }) => `${who} hat die Verbindung abgebrochen. Es wird wieder versucht.`,
    not_secure: ({ who }) =>
      `Zu ${who} kam keine sichere Verbindung zustande (TLS). Sein Zertifikat ist vielleicht abgelaufen.`,
    unreachable: ({ who }) => `${who} ist nicht erreichbar. Es wird wieder versucht.`,
    address_not_allowed: ({ who }) =>
      `Die Adresse von ${who} ist nicht erlaubt: Sie muss mit https:// oder http:// beginnen und darf nicht in einem privaten Netz liegen.`,
    answer_too_large: ({ who }) => `Die Antwort von ${who} war zu groß.`,
    redirected: ({ who }) =>
      `${who} leitet an eine andere Adresse weiter, was nicht befolgt wird. Geben Sie die Adresse ein, zu der es weiterleitet.`,
    unreadable_answer: ({ who }) => `Die Antwort von ${who} war nicht lesbar. Es wird wieder versucht.`,
    web_page: ({ who }) =>
      `Statt einer Antwort von ${who} kam eine Webseite, wie von einer Firewall. Es wird wieder versucht.`,
    unavailable: ({ who }) => `${who} konnte das gerade nicht ausführen. Es wird wieder versucht.`,
    too_many_requests: ({ who }) =>
      `${who} nimmt vorerst keine weiteren Anfragen an. Es geht von selbst weiter.`,
    access_denied: ({ who }) => `${who} verweigert den Zugang.`,
    refused: ({ who }) => `${who} hat abgelehnt.`,
    mapping_refused: ({ who }) =>
      `Zimmer, Raten oder Einstellungen passen nicht zu denen bei ${who}. Berichtigen Sie sie unter „Ändern“.`,
    switched_off: ({ who }) =>
      `${who} ist aus: Die Partnerschnittstelle ist geschlossen. Setzen Sie \`partner_access\`, wenn Sie Zugang haben.`,
    app_missing: ({ who }) =>
      `${who} hält Nachrichten und Bewertungen zurück. Installieren Sie dort die App „Messages & Reviews“ oder schalten Sie Gespräche in den Einstellungen aus.`,
    outcome_unclear: ({ who }) =>
      `${who} zeigt nicht, ob die Antwort ankam. Sehen Sie dort im Gespräch nach, bevor Sie sie noch einmal senden.`,
    requests_used_up: ({ who }) =>
      `Alle Anfragen, die ${who} von diesen Zugangsdaten annimmt, sind verbraucht. Es geht von selbst weiter; eigene Zugangsdaten warten nicht.`,
    repeated_page: ({ who }) => `${who} sagt, dass noch mehr wartet, sendet aber nur, was schon kam.`,
    unreadable_items: ({ who }) => `${who} hat etwas gesendet, das nicht lesbar ist.`,
    credentials_unreadable: ({ who }) =>
      `Was gespeichert ist, um ${who} zu erreichen, lässt sich mit dem jetzigen Schlüssel nicht lesen. Geben Sie es neu ein.`,
    internal_error: () =>
      `innwire ist daran durch einen eigenen Fehler gescheitert, den sein Protokoll nennt. Es wird wieder versucht.`,
    gone: ({ who }) =>
      `${who} sagt, dass es diese Adresse nicht mehr gibt. Entfernen Sie den Webhook, oder geben Sie die neue Adresse ein.`,
    events_removed: () =>
      `Einige Ereignisse wurden aus dem Protokoll entfernt, bevor sie zugestellt werden konnten.`,
    paused: () => `Es ist angehalten: Bis es fortgesetzt wird, wird nichts ausgetauscht und nichts gesendet.`,
    nights_not_closed: ({ who, nights }) =>
      `${who} schließt ${nightsOf(nights)} nicht, die nicht zu verkaufen sind, und kann sie verkaufen. Es wird versucht, bis sie geschlossen sind.`,
    nights_refused: ({ who, nights }) =>
      `${who} hat Werte von ${nightsOf(nights)} abgelehnt, oder sie sind dort geschlossen.`,
    value_refused: ({ who }) => `${who} hat Werte dieser Nacht abgelehnt.`,
    not_supported: ({ who }) => `${who} kann solche Werte nicht übernehmen.`,
    not_sent_yet: () => `Die letzte Änderung ist noch nicht gesendet.`,
    beyond_horizon: () => `Die Nacht liegt weiter voraus, als Nächte gesendet werden.`,
    never_fetched: ({ who }) =>
      `${who} hat unseren Kalender noch nie gelesen. Geben Sie ihm die Adresse des Kalenders.`,
    not_fetched_since: ({ who }) =>
      `${who} hat unseren Kalender nicht gelesen, seit sich die Nacht geändert hat.`,
    ota_problem: ({ who }) => `Mit einem Portal hinter ${who} stimmt etwas nicht: siehe „Verbindungen“.`,
    calendar_unreadable: ({ who }) =>
      `Der Kalender von ${who} war nicht lesbar. Was er vorher zeigte, gilt weiter.`,
    calendar_incomplete: ({ who }) =>
      `Einige Einträge im Kalender von ${who} waren nicht lesbar. Ihre lesbaren Tage sind geschlossen; berichtigen oder löschen Sie sie dort.`,
    expired: () => `Es hat zu lange gewartet und wurde nicht gesendet. Schreiben Sie dem Gast noch einmal.`,
    no_messages: ({ who }) =>
      `Die Verbindung zu ${who} überträgt keine Nachrichten. Schreiben Sie dem Gast dort.`,
    no_conversation: ({ who }) => `${who} hat kein Gespräch mit diesem Gast.`,
    connection_gone: ({ who }) =>
      `Die Verbindung, über die die Anfrage kam, gibt es nicht mehr. Schreiben Sie dem Gast bei ${who}.`,
    nothing_pushed: () =>
      `Kalender werden gelesen und bereitgestellt, nicht gesendet: Es gibt nichts zu vergleichen.`,
    login_not_tried: ({ who }) =>
      `${who} wurde nicht gefragt, weil eine Anmeldung die Zugangsdaten verbrauchen kann. Sie werden beim Verbinden geprüft.`,
    test_not_passed: ({ who }) => `Nicht gelesen, weil die Prüfung bei ${who} nicht gelang.`,
    not_shown: ({ who }) => `${who} kann seinen Kalender nicht zeigen, er wird deshalb nicht verglichen.`,
    no_nights: () => `Es würde keine Nacht gesendet.`,
    no_list: ({ who }) => `${who} sendet Buchungen von selbst; eine Liste davon gibt es nicht.`,
    reading_marks: ({ who }) =>
      `Die Buchungen wurden nicht gelesen, weil ${who} sie dann als abgeholt führt.`,
    no_email_address: () =>
      `Die Buchung hat keine E-Mail-Adresse. Tragen Sie eine ein und senden Sie die Antwort noch einmal.`,
    wrong_email_address: () =>
      `An die E-Mail-Adresse der Buchung lässt sich nichts senden. Berichtigen Sie sie dort und senden Sie die Antwort noch einmal.`,
    test_property: () => `Ein Testhaus sendet keine E-Mails.`,
    email_not_set_up: () => `Es wartet, bis E-Mail eingerichtet ist.`,
    mail_refused: () => `Der Mailserver hat sie nicht angenommen.`,
  },
} satisfies Messages['causes'];
