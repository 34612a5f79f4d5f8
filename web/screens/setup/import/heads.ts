// Which column of a list is what: by its head, as programs and people name it in the languages of the desk. Pure.
import { isCurrency } from '../../../../src/model/money.ts';
import { fold } from '../../../palette/match.ts';

/** What a column may hold. `rooms`: how many. `booker`: who is not the guest, such as an agency. */
export const COLUMNS = [
  'name',
  'firstName',
  'lastName',
  'booker',
  'room',
  'rooms',
  'arrival',
  'departure',
  'nights',
  'price',
  'currency',
  'adults',
  'phone',
  'email',
  'channel',
  'reference',
  'notes',
  'status',
] as const;
export type StayColumn = (typeof COLUMNS)[number];

/** Folded heads; the first that matches counts. */
const HEADS: Record<StayColumn, string> = {
  arrival:
    'arrival|arrival date|date of arrival|check in|checkin|check in date|checkin date|date check in|from|start|start date|date from|begin|anreise|anreisedatum|anreisetag|ankunft|von|check in datum|beginn|chegada|entrada|data de chegada|data chegada|data de entrada|data entrada|data de check in|data check in|llegada|fecha de llegada|fecha llegada|fecha de entrada|fecha entrada|fecha de check in|fecha check in|desde',
  departure:
    'departure|departure date|date of departure|check out|checkout|check out date|checkout date|date check out|to|until|end|end date|date to|abreise|abreisedatum|abreisetag|abfahrt|bis|check out datum|ende|partida|saida|data de saida|data saida|data de partida|data de check out|data check out|ate|salida|fecha de salida|fecha salida|fecha de check out|fecha check out|hasta',
  nights:
    'nights|naechte|nachte|anzahl nachte|noites|no de noites|numero de noites|noches|no de noches|numero de noches|number of nights|of nights|nights count|length of stay|duration nights',
  firstName:
    'first name|firstname|given name|guest first name|vorname|primeiro nome|nome proprio|nombre de pila',
  lastName:
    'last name|lastname|surname|family name|guest last name|nachname|familienname|apelido|sobrenome|apellido|apellidos|ultimo nome',
  name: 'guest|guest name|guest name s|guest names|guest full name|main guest|lead guest|primary guest|traveler|traveller|traveler name|gast|gastname|name des gastes|hospede|nome do hospede|nome hospede|hospede principal|huesped|nombre del huesped|nombre huesped|huesped principal|name|full name|nome|nome completo|nombre|nombre completo|customer|customer name|client|client name|kunde|kundenname|cliente|nome do cliente|nombre del cliente',
  booker:
    'booker|booker name|inquirer|titular|titular de la reserva|titular da reserva|reservante|booked by|booking name|reserved by|agency|travel agent|company|bucher|gebucht von|besteller|buchender|agentur|firma|reservado por|agencia|empresa',
  room: 'room|unit|room number|room no|room nr|room name|rooms name|unit name|unit type|room type|accommodation|apartment|listing|listing name|property|property name|zimmer|zimmername|einheit|zimmernummer|zimmer nr|zimmertyp|zimmerkategorie|wohnung|unterkunft|quarto|unidade|tipo de quarto|tipo de unidade|alojamento|apartamento|habitacion|unidad|tipo de habitacion|tipo de unidad|alojamiento|anuncio',
  rooms:
    'rooms|number of rooms|no of rooms|of rooms|num rooms|nr of rooms|room count|rooms booked|units|number of units|anzahl zimmer|zimmeranzahl|zimmerzahl|zimmer anzahl|quartos|numero de quartos|no de quartos|n de quartos|habitaciones|numero de habitaciones|no de habitaciones|n de habitaciones',
  price:
    'price|total|amount|total price|price total|total amount|booking amount|total paid|total payout|payout|grand total|accommodation total|rate amount|revenue|total revenue|gross|earnings|preis|gesamt|gesamtpreis|preis gesamt|betrag|gesamtbetrag|summe|umsatz|preco|preco total|valor|valor total|montante|receita|precio|precio total|importe|importe total|ganancias|ganhos',
  currency: 'currency|currency code|wahrung|waehrung|moeda|moneda|divisa',
  adults:
    'adults|number of adults|of adults|guests|persons|people|pax|number of guests|of guests|erwachsene|anzahl erwachsene|personen|gaste|gaeste|adultos|n de adultos|pessoas|hospedes|personas|huespedes',
  phone: 'phone|telephone|mobile|phone number|telefon|handy|mobil|telefone|telemovel|telefono|movil|contact',
  email: 'email|e mail|mail|email address|correo|correo electronico|e mail adresse',
  channel:
    'channel|source|portal|ota|booked via|origin|kanal|quelle|herkunft|canal|origem|fonte|origen|fuente',
  reference:
    'reference|ref|booking number|book number|booking id|booking reference|confirmation code|confirmation|reservation number|reservation|reservation id|reservation no|booking no|confirmation number|buchungsnummer|buchungs nr|reservierungs nr|reservierungsnummer|referenz|referencia|numero da reserva|numero de reserva|localizador|codigo|codigo de reserva|codigo da reserva|reserva|n reserva|no reserva',
  notes:
    'notes|remarks|comments|comment|note|remark|special requests|notizen|bemerkung|bemerkungen|kommentar|notas|observacoes|comentarios|observaciones',
  status:
    'status|state|booking status|booking state|reservation status|buchungsstatus|reservierungsstatus|zustand|estado|estado da reserva|estado de la reserva|estado reserva|status da reserva|situacao|situacion',
};

export type ColumnPlaces = Partial<Record<StayColumn, number>>;

/** Returns the place of each column that is recognised by its head. */
export function recogniseHeads(heads: readonly string[]): ColumnPlaces {
  const columns: ColumnPlaces = {};
  const folded = heads.map((head) => foldedHead(head));
  const taken = new Set<number>();
  for (const column of Object.keys(HEADS) as StayColumn[]) {
    const names = HEADS[column].split('|');
    const place = names
      .map((name) => folded.findIndex((head, at) => head === name && !taken.has(at)))
      .find((at) => at >= 0);
    if (place === undefined) continue;
    columns[column] = place;
    taken.add(place);
  }
  return columns;
}

/** Returns the code of the currency in a head: EUR of “Total (EUR)”; null = it has none. */
export function currencyOfHead(head: string): string | null {
  const code = /[\s([]([A-Z]{3})[)\]]?\s*$/.exec(head)?.[1] ?? (/€\W*$/.test(head) ? 'EUR' : null);
  return code !== null && isCurrency(code) ? code : null;
}

function foldedHead(head: string): string {
  const code = currencyOfHead(head)?.toLowerCase();
  const folded = fold(head);
  return code ? folded.replace(new RegExp(` ${code}$`), '') : folded;
}
