// Channels: the proof of what each channel knows of each night, the connections, the log of exchanges, and stays that were sold without a place.
import { copy, rightsOf, shown } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { Empty } from '../../parts/Notice.tsx';
import { Choice } from '../../parts/Tabs.tsx';
import { goTo, place } from '../../router.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { Conflicts } from './Conflicts.tsx';
import { ConnectDrawer } from './ConnectDrawer.tsx';
import { Connections } from './Connections.tsx';
import { ExchangeLog } from './ExchangeLog.tsx';
import { Proof } from './Proof.tsx';
import './channels.css';

const VIEWS = ['proof', 'connections', 'log'] as const;
type View = (typeof VIEWS)[number];

export function Channels() {
  const { query } = place();
  const texts = messages().channels;
  const view = VIEWS.find((one) => one === query.get('view')) ?? 'proof';
  const connecting = query.get('connect');
  const mayConnect = rightsOf('settings').changes;
  // The sample house exchanges nothing: only its conflicts are there to be seen.
  const isSample = shown.value?.hotelId == null;
  const open = (parameters: Record<string, string>) =>
    goTo(`/desk/channels?${new URLSearchParams(parameters)}`);
  return (
    <>
      <PageHead
        title={texts.title}
        action={
          mayConnect && (
            <Button icon="plus" onClick={() => open({ view, connect: 'new' })}>
              {texts.connect}
            </Button>
          )
        }
        views={
          !isSample && (
            <Choice<View>
              label={texts.view}
              choices={VIEWS.map((id) => ({ id, label: texts.views[id] }))}
              selected={view}
              onSelect={(id) => open({ view: id })}
            />
          )
        }
      />
      {isSample ? (
        <main id="content" class="page">
          {copy.value && <Conflicts state={copy.value} />}
          <Empty title={texts.ofSample} />
        </main>
      ) : (
        <>
          {view === 'proof' && <Proof />}
          {view === 'connections' && <Connections />}
          {view === 'log' && <ExchangeLog />}
        </>
      )}
      {connecting && mayConnect && (
        <ConnectDrawer
          key={connecting}
          channel={connecting === 'new' ? null : connecting}
          onClose={() => open({ view })}
        />
      )}
    </>
  );
}
