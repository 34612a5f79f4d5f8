// Asks before a channel is disconnected: that cannot be undone, because its credentials are gone with it.
import { make } from '../../desk/changes.ts';
import { operator } from '../../desk/property.ts';
import { messages } from '../../language.ts';
import { Button } from '../../parts/Button.tsx';
import { channelName } from '../../parts/Mark.tsx';
import { useModal } from '../../parts/modal.ts';
import type { DeskConnection } from './channel-nights.ts';

type DisconnectProps = { connection: DeskConnection; onDone: () => void; onClose: () => void };

export function Disconnect({ connection, onDone, onClose }: DisconnectProps) {
  const dialog = useModal(onClose);
  const texts = messages().channels;
  const { channel, protocol } = connection;
  const name = channelName(channel);
  // A calendar is read by the channel: nothing can be closed there.
  const query = protocol === 'ical' ? {} : { close: true };
  const disconnect = async () => {
    const path = operator(`channels/${encodeURIComponent(channel)}`, query);
    await make({ done: texts.disconnecting(name), request: { method: 'DELETE', path } });
    onDone();
  };
  return (
    <dialog ref={dialog} class="dialog keys" aria-label={texts.disconnectAsk(name)}>
      <div class="dialog-page">
        <h2 class="t16 b">{texts.disconnectAsk(name)}</h2>
        <p class="ink2">{texts.disconnectMore}</p>
        <div class="row dialog-end">
          <Button kind="danger" onClick={disconnect}>
            {texts.disconnect}
          </Button>
          <Button onClick={onClose}>{texts.cancel}</Button>
        </div>
      </div>
    </dialog>
  );
}
