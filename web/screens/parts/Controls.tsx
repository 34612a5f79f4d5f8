// The page of parts: colours, buttons, fields.
import { useSignal } from '@preact/signals';
import { Button, IconButton } from '../../parts/Button.tsx';
import { Check, Field, MoneyField, Radio, Select, TextArea } from '../../parts/Field.tsx';
import { ICON_NAMES, Icon } from '../../parts/Icon.tsx';
import { Choice, Tabs } from '../../parts/Tabs.tsx';

const COLOURS =
  'canvas surface sunken pressed line line-control ink-3 ink accent accent-soft warn warn-soft alert alert-soft';

export function Colours() {
  return (
    <>
      <div class="swatches">
        {COLOURS.split(' ').map((name) => (
          <div key={name} class="swatch">
            <i style={{ background: `var(--${name})` }} />
            {name}
          </div>
        ))}
      </div>
      <div class="wrap ink2">
        {ICON_NAMES.map((name) => (
          <Icon key={name} name={name} label={name} />
        ))}
      </div>
    </>
  );
}

export function Controls() {
  const choice = useSignal<'proof' | 'mapping'>('proof');
  return (
    <>
      <div class="wrap">
        <Button kind="primary" keys="↵">
          Check in
        </Button>
        <Button kind="primary" shown="hover">
          Hover
        </Button>
        <Button kind="primary" shown="focus">
          Focus
        </Button>
        <Button kind="primary" disabled>
          Not yet
        </Button>
      </div>
      <div class="wrap">
        <Button>Message</Button>
        <Button shown="hover">Hover</Button>
        <Button shown="focus">Focus</Button>
        <Button disabled>Off</Button>
        <Button kind="next">Take €86</Button>
      </div>
      <div class="wrap">
        <Button kind="quiet" icon="print">
          Quiet
        </Button>
        <IconButton icon="more" label="More" kind="plain" />
        <IconButton icon="undo" label="Undo" />
        <Button small>Small</Button>
        <Button kind="danger">Delete the house</Button>
        <Choice
          label="View"
          selected={choice.value}
          onSelect={(id) => {
            choice.value = id;
          }}
          choices={[
            { id: 'proof', label: 'Proof' },
            { id: 'mapping', label: 'Mapping' },
          ]}
        />
      </div>
      <TabsSample />
    </>
  );
}

function TabsSample() {
  const tab = useSignal<'stay' | 'folio' | 'history'>('stay');
  return (
    <Tabs
      label="A stay"
      selected={tab.value}
      onSelect={(id) => {
        tab.value = id;
      }}
      tabs={[
        { id: 'stay', label: 'Stay' },
        { id: 'folio', label: 'Folio' },
        { id: 'history', label: 'History' },
      ]}
    >
      <p class="ink2">The panel “{tab.value}”.</p>
    </Tabs>
  );
}

const ROOMS = ['301 Family', '302 Family', '205 Superior lake view'].map((label) => ({
  value: label,
  label,
}));

export function Fields() {
  return (
    <>
      <div class="three">
        <Field label="Guest" value="Karl-Johan Lindqvist" />
        <Field label="Focus" value="+10 %" shown="focus" />
        <Field label="Off" value="from Booking.com" disabled />
        <Field
          label="Departure"
          type="date"
          value="2026-06-10"
          error="Before arrival. Choose Fri 12 or later."
        />
        <Select label="Room" options={ROOMS} value="301 Family" help="free until Mon 15 June" />
        <MoneyField label="Money" sign="€" value="1,262.40" />
        <TextArea label="Text" rows={2} value="Dear {{ first_name }}" onInput={() => {}} />
      </div>
      <div class="wrap">
        <Check label="Cot" checked />
        <Check label="Dog" />
        <Radio label="Card" name="by" checked />
        <Radio label="Cash" name="by" />
        <Check label="Off" disabled />
      </div>
    </>
  );
}
