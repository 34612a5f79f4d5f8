// What a word of a status says of a stay, as exports of OTAs and of other programs write it in the languages of the desk. Pure.
import { fold } from '../../../palette/match.ts';

/** `confirmed`: a stay that will be. `cancelled`: none, also never confirmed. `unknown`: people have to say. */
type StatusMeaning = 'confirmed' | 'cancelled' | 'unknown';

const setOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const CONFIRMED = setOf(
  'ok confirmed booked accepted approved active guaranteed definite upcoming ' +
    'bestatigt bestaetigt bestatigte bestaetigte gebucht angenommen garantiert aktiv fix fest ' +
    'confirmada confirmado confirmadas confirmados aceptada aceptado activa activo garantizada garantizado ' +
    'aceite aceita aceito ativa ativo garantida garantido',
);

const CANCELLED = setOf(
  'cancelled canceled cancel cxl declined rejected refused denied expired lapsed withdrawn voided deleted ' +
    'storniert storno stornierung abgesagt annulliert abgelehnt zuruckgewiesen abgelaufen abgelaufene verfallen zuruckgezogen geloscht ' +
    'cancelada cancelado canceladas cancelados cancelacion anulada anulado anulacion rechazada rechazado denegada denegado ' +
    'caducada caducado expirada expirado retirada retirado eliminada eliminado ' +
    'cancelamento recusada recusado rejeitada rejeitado negada negado eliminado apagada apagado ' +
    'annulee annule annulata annullata annullato cancellata cancellato geannuleerd anulowana anulowano zruseno zrusena zrusen',
);

/** Words beside those that change nothing. Whatever else is in a status, as “not”, “payment” or “change”, makes it a question. */
const BESIDE = setOf(
  'by the guest host hotel property partner owner agent agency customer client user system admin channel ota airbnb booking com vrbo ' +
    'expedia agoda automatically auto was is has been reservation request inquiry enquiry ' +
    'von vom durch den die das gast gastgeber hotel unterkunft kunde kunden buchung reservierung anfrage wurde ist automatisch gebuhrenfrei kostenlos ' +
    'por el la lo los del de huesped cliente anfitrion propiedad alojamiento reserva solicitud ' +
    'pelo pela o a do da hospede anfitriao propriedade alojamento pedido solicitacao',
);

/** Phrases as a whole, folded. Requests are here: a change or a cancellation that is requested is a stay still. */
const PHRASES: Record<Exclude<StatusMeaning, 'unknown'>, ReadonlySet<string>> = {
  confirmed: new Set([
    'checked in',
    'checkedin',
    'checked out',
    'checkedout',
    'in house',
    'inhouse',
    'currently hosting',
    'arriving today',
    'arriving tomorrow',
    'past guest',
    'completed',
    'eingecheckt',
    'ausgecheckt',
    'angereist',
    'abgereist',
    'im haus',
    'en casa',
    'registrada entrada',
    'check in feito',
    'check in realizado',
    'check in efetuado',
  ]),
  cancelled: new Set([
    'no show',
    'noshow',
    'did not arrive',
    'not accepted',
    'timed out',
    'nicht angereist',
    'nicht erschienen',
    'no presentado',
    'no presentada',
    'no se presento',
    'no llego',
    'nao compareceu',
    'nao se apresentou',
    'nao comparencia',
    'cancellation',
    'void',
    'not possible',
    'request',
    'requested',
    'request to book',
    'booking request',
    'reservation request',
    'inquiry',
    'enquiry',
    'anfrage',
    'angefragt',
    'buchungsanfrage',
    'reservierungsanfrage',
    'solicitud',
    'solicitada',
    'solicitado',
    'solicitud de reserva',
    'consulta',
    'pedido',
    'pedido de reserva',
    'solicitacao',
    'solicitacao de reserva',
  ]),
};

/** Returns what a status says. Only what is all known words is known: “not confirmed” and “payment declined” are questions. */
export function meaningOfStatus(text: string): StatusMeaning {
  // noShow, CheckedIn
  const folded = fold(text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
  if (PHRASES.confirmed.has(folded) || /^arriving in \d+ days?$/.test(folded)) return 'confirmed';
  if (PHRASES.cancelled.has(folded)) return 'cancelled';
  const parts = folded.split(' ');
  const [confirmed, cancelled] = [CONFIRMED, CANCELLED].map((known) => parts.some((part) => known.has(part)));
  if (confirmed === cancelled) return 'unknown';
  const known = confirmed ? CONFIRMED : CANCELLED;
  if (!parts.every((part) => known.has(part) || BESIDE.has(part))) return 'unknown';
  return confirmed ? 'confirmed' : 'cancelled';
}
