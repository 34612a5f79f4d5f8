// Words of a status: only what is certainly confirmed is a stay, only what is certainly cancelled or never was one is none.
import { describe, expect, test } from 'vitest';
import { meaningOfStatus } from '../../../web/screens/setup/import/status-meaning.ts';

const MEANINGS = {
  confirmed: `ok|OK|Confirmed|CONFIRMED|confirmed by hotel|Booking confirmed|Booked|Accepted|Active|Guaranteed|Definite|Checked in|checked_in|CheckedIn
In-House|Currently hosting|Arriving in 5 days|Arriving today|Bestätigt|bestaetigt|Gebucht|Fest gebucht|Buchung bestätigt|Confirmada|confirmado
Reserva confirmada|Aceptada|Garantizada|Confirmado|Aceite|Garantida`,
  cancelled: `Cancelled|Canceled|CANCELLED|cancelled_by_guest|Canceled by guest|Canceled by Airbnb|cancelled by partner|Cancelled by host|Declined|Declined by host
Expired|Request expired|Request declined|Request withdrawn|Request|Request to book|Requested|Inquiry|Enquiry|Rejected|Refused|Not possible|No show|no_show
NoShow|No-Show|Storniert|Storno|Storniert durch Gast|Vom Gast storniert|Abgelehnt|Abgelaufen|Angefragt|Anfrage|Buchungsanfrage|Nicht angereist
Gelöscht|Cancelada|Cancelado por el huésped|Anulada|Rechazada|Caducada|Solicitud|Solicitada|No presentado|Cancelada pelo hóspede|Recusada|Rejeitado|Expirado
Pedido de reserva|Não compareceu|Annulée|Annullata|Zrušeno|CXL|Lapsed|Timed out|Did not arrive|Not accepted
Abgelaufene Anfrage|Storniert (kostenlos)|Solicitação expirada|Não se apresentou|No llegó`,
  unknown: `|x|?|new|Modified|Open|Pending|Awaiting payment|Tentative|Option|Optional|Reserved|Reserviert|Not confirmed|Unconfirmed|To be confirmed|Nicht bestätigt|No confirmada
Não confirmado|Cancellation requested|Change requested|Change declined|Payment declined|Card declined|Deposit expired|Not cancelled|Free cancellation|Stornierbar
Confirmed or cancelled|Confirmation pending|Pre-approved|Pendiente|Pendente|Offen|Ακυρώθηκε|キャンセル|paid|Confirmed, cancellation requested|no|yes`,
} as const;

describe.each(['confirmed', 'cancelled', 'unknown'] as const)('%s', (meaning) => {
  const statuses = MEANINGS[meaning].replaceAll('\n', '|').split('|');
  test.each(statuses)('is “%s”', (text) => {
    expect(meaningOfStatus(text)).toBe(meaning);
  });
});
