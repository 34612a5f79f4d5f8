// The OTAs that a channel reaches on our behalf, such as Booking.com behind Channex: their state there, and what
// is wrong with them.
import type { PlainDate } from './night.ts';

/**
 * What can be wrong with an OTA behind a channel, the gravest first. `alerts`: the operator gets an e-mail. `endangers`: the OTA may
 * sell what is not free, so its channel is shown as `delayed`. `fades`: nothing says when it ends, so it ends some
 * days after the last report. All others end when the channel lists the OTA without it. People can dismiss each.
 */
const OTA_PROBLEMS = {
  deactivated: { alerts: true, endangers: true, fades: false },
  removed: { alerts: true, endangers: true, fades: false },
  listing_disconnected: { alerts: true, endangers: true, fades: false },
  sync_error: { alerts: true, endangers: true, fades: true },
  rate_error: { alerts: true, endangers: true, fades: true },
  sync_warning: { alerts: false, endangers: false, fades: true },
  removal_announced: { alerts: true, endangers: false, fades: false },
  booking_unacknowledged: { alerts: true, endangers: false, fades: true },
} as const satisfies Record<string, { alerts: boolean; endangers: boolean; fades: boolean }>;

export type OtaProblemKind = keyof typeof OTA_PROBLEMS;

export const OTA_PROBLEM_KINDS = Object.keys(OTA_PROBLEMS) as OtaProblemKind[];

/** Returns the kinds of problems that have this property. */
export function otaProblemsThat(property: 'alerts' | 'endangers' | 'fades'): OtaProblemKind[] {
  return OTA_PROBLEM_KINDS.filter((kind) => OTA_PROBLEMS[kind][property]);
}

export type OtaProblem = {
  kind: OtaProblemKind;
  /** as the channel says it, or the date or the booking that it is about */
  detail: string | null;
  since: Temporal.Instant;
  reportedAt: Temporal.Instant;
};

export type ConnectedOta = {
  /** the channel's id of its connection to the OTA; null = the property there as a whole, or an OTA that is not named */
  externalId: string | null;
  /** its name as in a booking's `channel`; null = not known */
  ota: string | null;
  /** its name at the channel, which people have given it there */
  name: string | null;
  /** it is switched on there; null = not known */
  active: boolean | null;
  /** when the channel is going to remove it */
  removalDate: PlainDate | null;
  /** the latest first */
  problems: readonly OtaProblem[];
};

/** The OTAs behind a channel. `readAt`: when they were listed last; null = not yet. */
export type ConnectedOtas = { readAt: Temporal.Instant | null; list: readonly ConnectedOta[] };

/** An OTA as the channel lists it. */
export type ListedOta = Pick<ConnectedOta, 'ota' | 'name' | 'removalDate'> & {
  externalId: string;
  active: boolean;
};

/** What the channel has reported about an OTA, or (`externalId` null) about the property there. */
export type OtaReport = Pick<ConnectedOta, 'externalId' | 'ota' | 'name'> & {
  kind: OtaProblemKind;
  detail: string | null;
  /** when it happened there; null = it does not say */
  at: Temporal.Instant | null;
};

/** Whether an OTA may sell what is not free because of a problem. */
export function endangers({ kind }: { kind: OtaProblemKind }): boolean {
  return OTA_PROBLEMS[kind].endangers;
}

/** Returns the names of the OTAs that are switched on, in order. */
export function activeOtas({ list }: ConnectedOtas): string[] {
  return [
    ...new Set(list.flatMap(({ ota, active }) => (ota !== null && active === true ? [ota] : []))),
  ].sort();
}

/** Returns the OTAs that may sell what is not free, those with the gravest problem first. */
export function endangeredOtas({ list }: ConnectedOtas): { ota: ConnectedOta; problem: OtaProblem }[] {
  const gravity = ({ kind }: OtaProblem) => OTA_PROBLEM_KINDS.indexOf(kind);
  return list
    .flatMap((ota) => {
      const [problem] = ota.problems.filter(endangers).sort((a, b) => gravity(a) - gravity(b));
      return problem ? [{ ota, problem }] : [];
    })
    .sort((a, b) => gravity(a.problem) - gravity(b.problem));
}

/** Returns what is wrong with an OTA behind `channel`, as a sentence for people. */
export function describeOtaProblem(
  { kind, detail }: Pick<OtaProblem, 'kind' | 'detail'>,
  { externalId, ota, name }: Pick<ConnectedOta, 'externalId' | 'ota' | 'name'>,
  channel: string,
): string {
  const isProperty = externalId === null && kind === 'removal_announced';
  const which = name ?? ota ?? (isProperty ? 'the property' : `an OTA that ${channel} does not name`);
  const text = SENTENCES[kind](which, { channel, detail: detail ?? 'no reason given' });
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const SENTENCES: Record<
  OtaProblemKind,
  (which: string, about: { channel: string; detail: string }) => string
> = {
  deactivated: (which, { channel }) =>
    `${which} is switched off at ${channel}: it may go on selling what it knew then, and its bookings may not arrive`,
  removed: (which, { channel }) =>
    `${which} is no longer connected to ${channel}: it may go on selling what it knew then, and its bookings may not arrive`,
  listing_disconnected: (which, { channel }) =>
    `a listing of ${which} is no longer connected to ${channel}: it may go on selling what it knew then`,
  sync_error: (which, { detail }) => `${which} has not taken over a change (${detail})`,
  rate_error: (which, { detail }) => `${which} has not taken over a price (${detail})`,
  sync_warning: (which, { detail }) => `${which} has taken over a change with a warning (${detail})`,
  removal_announced: (which, { channel, detail }) => `${channel} removes ${which} on ${detail}`,
  booking_unacknowledged: (which, { channel, detail }) =>
    `${channel} misses the acknowledgement of booking ${detail} of ${which}`,
};
