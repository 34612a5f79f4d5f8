// Starts and closes all simulated OTAs together.
import type { Ota, OtaOptions } from './ota.ts';
import { OTAS, type OtaName } from './otas.ts';

type Entry = (typeof OTAS)[number];

export type SimulatorOptions = Omit<OtaOptions, 'port'> & {
  /** ports by name of the OTA; default: a free one */
  ports?: Partial<Record<OtaName, number>>;
} & { [E in Entry as E['member']]?: Parameters<E['start']>[0] };

/** Each OTA by its member name, and all of them. */
export type Simulator = { [E in Entry as E['member']]: Awaited<ReturnType<E['start']>> } & {
  otas: readonly Ota[];
  close(): Promise<void>;
};

/** Starts all OTAs. When one does not start, closes the others and throws its error. */
export async function startSimulator({ ports = {}, ...options }: SimulatorOptions = {}): Promise<Simulator> {
  const members = new Set<string>(OTAS.map(({ member }) => member));
  const common = Object.fromEntries(Object.entries(options).filter(([name]) => !members.has(name)));
  const started = await Promise.allSettled(
    OTAS.map(({ name, member, start }) =>
      (start as (options: OtaOptions) => Promise<Ota>)({
        ...common,
        port: ports[name] ?? 0,
        ...options[member],
      }),
    ),
  );
  const otas = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const close = async () => {
    await Promise.all(otas.map((ota) => ota.close()));
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  const byMember = Object.fromEntries(OTAS.map(({ member }, i) => [member, otas[i]]));
  return { ...byMember, otas, close } as unknown as Simulator;
}
