// Connects a channel, or changes its connection: the protocol, what it needs to know, and which room is which. It can be tried before it is made.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { operator } from '../../desk/property.ts';
import { read } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Drawer } from '../../parts/Drawer.tsx';
import { Badge, channelName } from '../../parts/Mark.tsx';
import { Skeleton } from '../../parts/Notice.tsx';
import { ConnectForm } from './ConnectForm.tsx';
import type { DeskConnection } from './channel-nights.ts';
import type { DeskProtocol } from './connection-form.ts';

type ConnectDrawerProps = {
  /** the connection to change; null = a new one */
  channel: string | null;
  onClose: () => void;
};

export function ConnectDrawer({ channel, onClose }: ConnectDrawerProps) {
  const protocols = useSignal<readonly DeskProtocol[] | null>(null);
  const connection = useSignal<DeskConnection | null>(null);
  const chosen = useSignal<string | null>(null);
  useEffect(() => {
    const aborted = new AbortController();
    const known = channel
      ? read<DeskConnection>(operator(`channels/${encodeURIComponent(channel)}`), {}, aborted.signal)
      : null;
    Promise.all([read<DeskProtocol[]>(operator('protocols'), {}, aborted.signal), known]).then(
      ([all, stored]) => {
        connection.value = stored;
        chosen.value = stored?.protocol ?? null;
        protocols.value = all;
      },
      () => {},
    );
    return () => aborted.abort();
  }, [channel]);
  const texts = messages().channels;
  const protocol = protocols.value?.find((one) => one.protocol === chosen.value);
  const title = channel ? channelName(channel) : texts.connect;
  return (
    <Drawer title={title} onClose={onClose}>
      {!protocols.value && <Skeleton lines={5} label={messages().loading} />}
      {protocols.value && !protocol && (
        <ProtocolList
          protocols={protocols.value}
          onChoose={(name) => {
            chosen.value = name;
          }}
        />
      )}
      {protocol && (
        <ConnectForm
          key={protocol.protocol}
          protocol={protocol}
          connection={connection.value}
          onBack={
            channel
              ? null
              : () => {
                  chosen.value = null;
                }
          }
          onDone={onClose}
        />
      )}
    </Drawer>
  );
}

type ProtocolListProps = {
  protocols: readonly DeskProtocol[];
  onChoose: (protocol: string) => void;
};

function ProtocolList({ protocols, onChoose }: ProtocolListProps) {
  const texts = messages().channels;
  return (
    <ul class="protocols">
      {protocols.map((one) => (
        <li key={one.protocol}>
          <button type="button" class="protocol" onClick={() => onChoose(one.protocol)}>
            <b class="m">{one.title}</b>
            {one.maturity !== 'public specification' && (
              <Badge urgency="warn" icon="warn">
                {texts.maturity[one.maturity]}
              </Badge>
            )}
            <span class="ink2 t12">
              {texts.protocols[one.protocol as keyof typeof texts.protocols] ?? ''}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
