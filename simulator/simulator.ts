// Starts and closes all simulated OTAs together.
import type { AirbnbOptions } from './airbnb/context.ts';
import { type AirbnbOta, startAirbnb } from './airbnb/ota.ts';
import type { BookingComOptions } from './booking-com/context.ts';
import { startBookingCom } from './booking-com/ota.ts';
import type { ChannexOptions } from './channex/context.ts';
import { startChannex } from './channex/ota.ts';
import type { ExpediaOptions } from './expedia/context.ts';
import { type ExpediaOta, startExpedia } from './expedia/ota.ts';
import type { OpenChannelOptions } from './open-channel/context.ts';
import { type OpenChannelOta, startOpenChannel } from './open-channel/ota.ts';
import type { Ota, OtaName, OtaOptions } from './ota.ts';
import type { VrboOptions } from './vrbo/context.ts';
import { startVrbo, type VrboOta } from './vrbo/ota.ts';

export type SimulatorOptions = Omit<OtaOptions, 'port'> & {
  /** ports by name of the OTA; default: a free one */
  ports?: Partial<Record<OtaName, number>>;
  bookingCom?: BookingComOptions;
  expedia?: ExpediaOptions;
  channex?: ChannexOptions;
  openChannel?: OpenChannelOptions;
  airbnb?: AirbnbOptions;
  vrbo?: VrboOptions;
};

export type Simulator = {
  bookingCom: Ota & { expireTokens(): void };
  expedia: ExpediaOta;
  channex: Ota;
  openChannel: OpenChannelOta;
  airbnb: AirbnbOta;
  vrbo: VrboOta;
  /** all of them */
  otas: readonly Ota[];
  close(): Promise<void>;
};

/** Starts all OTAs. When one does not start, closes the others and throws its error. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { ports = {}, bookingCom, expedia, channex, openChannel, airbnb, vrbo, ...common } = options;
  const on = (name: OtaName) => ({ ...common, port: ports[name] ?? 0 });
  const started = await Promise.allSettled([
    startBookingCom({ ...on('booking_com'), ...bookingCom }),
    startExpedia({ ...on('expedia'), ...expedia }),
    startAirbnb({ ...on('airbnb'), ...airbnb }),
    startVrbo({ ...on('vrbo'), ...vrbo }),
    startChannex({ ...on('channex'), ...channex }),
    startOpenChannel({ ...on('open_channel'), ...openChannel }),
  ]);
  const otas = started.filter((one) => one.status === 'fulfilled').map((one) => one.value as Ota);
  const close = async () => {
    await Promise.all(otas.map((ota) => ota.close()));
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  const [booking, lodging, bnb, vacation, aggregator, partner] = otas;
  return {
    bookingCom: booking as Simulator['bookingCom'],
    expedia: lodging as ExpediaOta,
    airbnb: bnb as AirbnbOta,
    vrbo: vacation as VrboOta,
    channex: aggregator!,
    openChannel: partner as OpenChannelOta,
    otas,
    close,
  };
}
