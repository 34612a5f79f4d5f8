// The page of parts: codes to type and to scan, secrets to copy, and a field that two people changed.
import { useSignal } from '@preact/signals';
import { BothValues } from '../../parts/BothValues.tsx';
import { Button } from '../../parts/Button.tsx';
import { CodeField } from '../../parts/CodeField.tsx';
import { QrCode } from '../../parts/QrCode.tsx';
import { useQrCode } from '../../parts/qr-code.ts';
import { Secret } from '../../parts/Secret.tsx';

export function Codes() {
  const drawing = useQrCode('https://innwire.example.com/desk/welcome#sample');
  return (
    <div class="three">
      <QrCode drawing={drawing} label="QR code of an invitation" />
      <Secret
        title="Token of the website"
        help="It is shown once. Copy it now."
        secret="inw_sample_3kTMd9b2Qv7"
        onDone={() => {}}
      />
      <CodesToType />
    </div>
  );
}

/** The fields take the focus when they appear: here somebody asks for them first. */
function CodesToType() {
  const isAsked = useSignal(false);
  const [code, refused] = [useSignal(''), useSignal('123 456')];
  const [none, error] = [useSignal<string | null>(null), useSignal<string | null>('This code is wrong.')];
  if (!isAsked.value)
    return (
      <div>
        <Button
          onClick={() => {
            isAsked.value = true;
          }}
        >
          Ask for a code
        </Button>
      </div>
    );
  return (
    <div class="codes">
      <CodeField label="Code" help="of the app, or a recovery code" code={code} error={none} />
      <CodeField label="Code of the app" isOfApp code={refused} error={error} />
    </div>
  );
}

export function Both() {
  return (
    <div class="three">
      <BothValues mine="Late arrival" theirs="Late arrival, 23:30" canJoin onDecide={() => {}} />
      <BothValues mine="" theirs="+351 912 345 678" onDecide={() => {}} />
    </div>
  );
}
