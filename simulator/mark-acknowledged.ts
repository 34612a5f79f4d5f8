// Acknowledgement of reservations by innwire.
import type { OtaReservation, Revision } from './book.ts';

type Acknowledged = { kind: 'acknowledged'; hotel: string; reference: string; revision: number };

/** Marks the revisions up to number `upTo` as acknowledged, and emits an event for each that was not. */
export function acknowledge(
  core: { stamp(): string; emit(event: Acknowledged): void },
  reservation: OtaReservation,
  upTo: number,
): void {
  for (const revision of reservation.revisions) {
    if (revision.revision > upTo || revision.acknowledged) continue;
    Object.assign(revision, { acknowledged: true, acknowledgedAt: core.stamp() });
    const { hotel, reference } = reservation;
    core.emit({ kind: 'acknowledged', hotel, reference, revision: revision.revision });
  }
}

/** Whether a revision waits for an acknowledgement, at OTAs that wait until they send an e-mail. */
export function isWaiting({ acknowledged, fellBack }: Revision): boolean {
  return !acknowledged && !fellBack;
}
