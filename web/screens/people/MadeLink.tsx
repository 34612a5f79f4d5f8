// A link that signs somebody in, as text and as a code for the camera of a phone, on the screen and on paper.
import { isLoopbackHost } from '../../../src/model/loopback.ts';
import { copy as copyOfProperty } from '../../desk/property.ts';
import { formatMoment } from '../../format.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Banner } from '../../parts/Notice.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { type QrDrawing, useQrCode } from '../../parts/qr-code.ts';
import { CopyButton } from '../../parts/Secret.tsx';
import { printPage } from '../../print.tsx';
import type { MadeInvitation } from './users.ts';

export function MadeLink({ made, onClose }: { made: MadeInvitation; onClose: () => void }) {
  const { people } = messages();
  const link = made.link ?? '';
  const code = useQrCode(link);
  return (
    <div class="invite">
      <Unreachable link={link} />
      {!isOnlyHere(link) && (
        <div class="link-code">
          <QrCode drawing={code} label={people.codeLabel(made.name)} />
          <p>{people.codeHelp}</p>
        </div>
      )}
      <p class="ink2">{people.linkHelp}</p>
      <code class="to-copy made-link">{link}</code>
      <div class="row wrap">
        <CopyButton text={link} primary />
        <Button
          icon="print"
          disabled={code === null}
          onClick={() => printLink(made, isOnlyHere(link) ? null : code)}
        >
          {people.print}
        </Button>
        <Button onClick={onClose}>{people.done}</Button>
      </div>
    </div>
  );
}

/** Whether only the computer with the server can open a link. */
function isOnlyHere(link: string): boolean {
  const url = URL.parse(link);
  return url !== null && isLoopbackHost(url.hostname);
}

/** Warns of an address that a phone cannot open, or at which nobody can sign in. */
function Unreachable({ link }: { link: string }) {
  const { people } = messages();
  const url = URL.parse(link);
  const isLoopback = isOnlyHere(link);
  if (!url || (!isLoopback && url.protocol === 'https:')) return null;
  return (
    <Banner urgency="warn" icon="warn">
      <strong class="b">{isLoopback ? people.onlyThisComputer : people.notEncrypted}</strong>{' '}
      {people.onlyThisComputerHelp}
    </Banner>
  );
}

/** `code`: null = no phone could open it. */
function printLink(made: MadeInvitation, code: QrDrawing | null): void {
  const { people } = messages();
  const property = copyOfProperty.peek()?.property;
  const timezone = property?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { expires_at: end } = made;
  const until = formatMoment(end, timezone);
  const title = people.printed(made.name);
  printPage(
    title,
    <>
      <div class="paper-head">
        <h1>{title}</h1>
        <span>{property?.name}</span>
      </div>
      <p>{people.printedHelp}</p>
      {code && <QrCode drawing={code} label={people.codeLabel(made.name)} />}
      <p class="qr-address">{made.link}</p>
      <p class="small">{people.printedUntil(until)}</p>
    </>,
  );
}
