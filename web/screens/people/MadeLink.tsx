// A link that signs somebody in, as text and as a code for the camera of a phone, on the screen and on paper.
import { useSignal } from '@preact/signals';
import { isLoopbackHost } from '../../../src/model/loopback.ts';
import { dayOfMoment } from '../../days.ts';
import { copy as copyOfProperty } from '../../desk/property.ts';
import { formatDay, formatTime } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Banner } from '../../parts/Notice.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { type QrDrawing, useQrCode } from '../../parts/qr-code.ts';
import { printPage } from '../../print.tsx';
import type { MadeInvitation } from './users.ts';

export function MadeLink({ made, onClose }: { made: MadeInvitation; onClose: () => void }) {
  const { people } = messages();
  const isCopied = useSignal(false);
  const link = made.link ?? '';
  const code = useQrCode(link);
  const copy = async () => {
    await navigator.clipboard.writeText(link);
    isCopied.value = true;
  };
  return (
    <div class="invite">
      <Unreachable link={link} />
      <div class="link-code">
        <QrCode drawing={code} label={people.codeLabel(made.name)} />
        <p>{people.codeHelp}</p>
      </div>
      <p class="ink2">{people.linkHelp}</p>
      <code class="made-link">{link}</code>
      <div class="row wrap">
        <Button kind="primary" icon={isCopied.value ? 'check' : 'note'} onClick={() => void copy()}>
          {isCopied.value ? people.copied : people.copy}
        </Button>
        <Button icon="print" disabled={code === null} onClick={() => code && printLink(made, code)}>
          {people.print}
        </Button>
        <Button onClick={onClose}>{people.done}</Button>
      </div>
    </div>
  );
}

/** Warns of an address that a phone cannot open, or at which nobody can sign in. */
function Unreachable({ link }: { link: string }) {
  const { people } = messages();
  const url = URL.parse(link);
  const isLoopback = url !== null && isLoopbackHost(url.hostname);
  if (!url || (!isLoopback && url.protocol === 'https:')) return null;
  return (
    <Banner urgency="warn" icon="warn">
      <strong class="b">{isLoopback ? people.onlyThisComputer : people.notEncrypted}</strong>{' '}
      {people.onlyThisComputerHelp}
    </Banner>
  );
}

function printLink(made: MadeInvitation, code: QrDrawing): void {
  const { people } = messages();
  const property = copyOfProperty.peek()?.property;
  const timezone = property?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { expires_at: end } = made;
  const until = `${formatDay(dayOfMoment(end, timezone))}, ${formatTime(end, timezone)}`;
  const title = people.printed(made.name);
  printPage(
    title,
    <>
      <div class="paper-head">
        <h1>{title}</h1>
        <span>{property?.name}</span>
      </div>
      <p>{people.printedHelp}</p>
      <QrCode drawing={code} label={people.codeLabel(made.name)} />
      <p class="qr-address">{made.link}</p>
      <p class="small">{people.printedUntil(until)}</p>
    </>,
  );
}
