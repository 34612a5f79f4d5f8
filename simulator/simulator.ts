// The OTAs together: started on free ports, seeded, closed as one.
import type { BookingComOptions } from './booking-com/here.ts';
import { startBookingCom } from './booking-com/ota.ts';
import type { ChannexOptions } from './channex/here.ts';
import { startChannex } from './channex/ota.ts';
import type { ExpediaOptions } from './expedia/here.ts';
import { startExpedia } from './expedia/ota.ts';
import type { OpenChannelOptions } from './open-channel/here.ts';
import { type OpenChannelOta, startOpenChannel } from './open-channel/ota.ts';
import type { Ota, OtaOptions } from './ota.ts';

export type SimulatorOptions = Omit<OtaOptions, 'port'> & {
  /** by name of the OTA; a free port for those that are not named */
  ports?: Partial<Record<'booking_com' | 'expedia' | 'channex' | 'open_channel' | 'airbnb' | 'vrbo', number>>;
  bookingCom?: BookingComOptions;
  expedia?: ExpediaOptions;
  channex?: ChannexOptions;
  openChannel?: OpenChannelOptions;
};

export type Simulator = {
  bookingCom: Ota & { expireTokens(): void };
  expedia: Ota & { expireTokens(): void };
  channex: Ota;
  openChannel: OpenChannelOta;
  /** all of them */
  otas: readonly Ota[];
  close(): Promise<void>;
};

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const { ports = {}, bookingCom, expedia, channex, openChannel, ...common } = options;
  const [booking, exp, aggregator, partner] = await Promise.all([
    startBookingCom({ ...common, port: ports.booking_com ?? 0, ...bookingCom }),
    startExpedia({ ...common, port: ports.expedia ?? 0, ...expedia }),
    startChannex({ ...common, port: ports.channex ?? 0, ...channex }),
    startOpenChannel({ ...common, port: ports.open_channel ?? 0, ...openChannel }),
  ]);
  const otas: Ota[] = [booking, exp, aggregator, partner];
  return {
    bookingCom: booking,
    expedia: exp,
    channex: aggregator,
    openChannel: partner,
    otas,
    close: async () => {
      await Promise.all(otas.map((ota) => ota.close()));
    },
  };
}
