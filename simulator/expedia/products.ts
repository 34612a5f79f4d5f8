// Expedia PARR: rooms and rate plans of a hotel, and the calendar that Expedia holds.
import { datesThrough, isDate } from '../dates.ts';
import type { Hotel, OtaRoom } from '../hotel.ts';
import type { Incoming, OtaResponse } from '../http-server.ts';
import { child, childrenOf, el, type Node, type XmlMarkup } from '../xml.ts';
import { EqcError, type EqcMessage, type Expedia, eqcAnswer, eqcCall, eqcNamespace } from './context.ts';

const PARR: EqcMessage = {
  request: 'ProductAvailRateRetrievalRQ',
  answer: 'ProductAvailRateRetrievalRS',
  reads: eqcNamespace('PAR/2013/07'),
  writes: eqcNamespace('PAR/2013/07'),
  shapes: {
    ProductAvailRateRetrievalRQ: ['', 'Authentication! Hotel! ParamSet!'],
    Authentication: ['username! password!', ''],
    Hotel: ['id!', ''],
    ParamSet: ['', 'ProductRetrieval|AvailRateRetrieval!'],
    ProductRetrieval: [
      'productStatus returnRateLink returnRoomAttributes returnRatePlanAttributes returnCompensation returnCancelPolicy',
      '',
    ],
    AvailRateRetrieval: [
      'from! to! inventory roomAvailStatus rateAvailStatus rates restrictions',
      'RoomType*',
    ],
    RoomType: ['id!', 'RatePlan*'],
    RatePlan: ['id!', ''],
  },
};
/** Maximum number of days; longer ranges are cut. */
const MOST_DAYS = 365;

export function readProducts(context: Expedia, request: Incoming): OtaResponse {
  return eqcCall(context, request, PARR, (root, _account, hotel) => {
    const retrieval = child(root, 'ParamSet')!.children[0]!;
    if (retrieval.name === 'ProductRetrieval') return eqcAnswer(PARR, products(hotel!));
    if (request.fault('lost_calendar')) {
      return eqcAnswer(PARR, el('AvailRateList', {}, el('Hotel', { id: hotel!.id })));
    }
    return eqcAnswer(PARR, nights(context, hotel!, retrieval));
  });
}

function products(hotel: Hotel): XmlMarkup {
  return el(
    'ProductList',
    {},
    el('Hotel', { id: hotel.id, name: hotel.name, city: 'Sampletown' }),
    hotel.rooms.map((room) =>
      el(
        'RoomType',
        { id: room.id, code: room.title, name: room.title, status: 'Active', maxOccupants: room.maxPersons },
        room.rates.map((rate) =>
          el('RatePlan', {
            id: rate.id,
            code: 'RoomOnly',
            name: rate.title,
            status: 'Active',
            type: 'Standalone',
            distributionModel: 'ExpediaCollect',
            rateAcquisitionType: rate.readOnly ? 'Derived' : 'NetRate',
          }),
        ),
      ),
    ),
  );
}

function nights(context: Expedia, hotel: Hotel, retrieval: Node): XmlMarkup {
  const { from, to, ...filters } = retrieval.attributes;
  if (!isDate(from) || !isDate(to)) throw new EqcError(3010, 'Schema: from and to must be dates');
  if (to < from) throw new EqcError(3020, `The end ${to} is before the start ${from}`);
  const wanted = childrenOf(retrieval, 'RoomType');
  const unknown = wanted.find(({ attributes }) => !hotel.rooms.some(({ id }) => id === attributes['id']));
  if (unknown)
    throw new EqcError(3203, `Room type ID ${unknown.attributes['id']} is not valid for hotel ${hotel.id}`);
  const shown = (name: string) => filters[name] !== 'false';
  return el(
    'AvailRateList',
    {},
    el('Hotel', { id: hotel.id }),
    hotel.rooms
      .filter(({ id }) => wanted.length === 0 || wanted.some(({ attributes }) => attributes['id'] === id))
      .flatMap((room) => {
        const type = wanted.find(({ attributes }) => attributes['id'] === room.id);
        const plans = type ? childrenOf(type, 'RatePlan').map(({ attributes }) => attributes['id']!) : [];
        return datesThrough(from, to)
          .slice(0, MOST_DAYS)
          .map((date) => el('AvailRate', { date }, night(context, { hotel, room, date, plans, shown })));
      }),
  );
}

type Asked = { hotel: Hotel; room: OtaRoom; date: string; plans: string[]; shown(name: string): boolean };

function night({ core }: Expedia, { hotel, room, date, plans, shown }: Asked): XmlMarkup {
  const { available = 0, stopSell = false } = core.calendar.room(room.id, date);
  const withPlans = shown('rateAvailStatus') || shown('rates') || shown('restrictions');
  return el(
    'RoomType',
    { id: room.id, closed: shown('roomAvailStatus') ? stopSell : undefined },
    shown('inventory')
      ? el('Inventory', {
          baseAllocation: 0,
          flexibleAllocation: available,
          totalInventoryAvailable: available,
          totalInventorySold: 0,
        })
      : undefined,
    room.rates
      .filter(({ id }) => withPlans && (plans.length === 0 || plans.includes(id)))
      .map(({ id }) => {
        const rate = core.calendar.rate(room.id, id, date);
        return el(
          'RatePlan',
          { id, closed: shown('rateAvailStatus') ? (rate.stopSell ?? false) : undefined },
          shown('rates') && rate.price !== undefined
            ? el('Rate', { currency: hotel.currency }, el('PerDay', { rate: rate.price.toFixed(2) }))
            : undefined,
          shown('restrictions')
            ? el('Restrictions', {
                minLOS: rate.minStay ?? 1,
                maxLOS: rate.maxStay ?? 28,
                closedToArrival: rate.closedToArrival ?? false,
                closedToDeparture: rate.closedToDeparture ?? false,
              })
            : undefined,
        );
      }),
  );
}
