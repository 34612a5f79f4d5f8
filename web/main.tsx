// Entry point of the front desk: styles, the person's language and theme, the address, then the page.
import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import { followPerson } from './desk/property.ts';
import { startPerson } from './desk/session.ts';
import { followSharedScreen, lockWhenIdle, readSharedScreen } from './desk/shared-screen.ts';
import { startKeys } from './keys.ts';
import { messages, startLanguage } from './language.ts';
import { showToast } from './parts/Toast.tsx';
import { startRouter } from './router.ts';
import { Shell } from './shell/Shell.tsx';
import { startTheme } from './theme.ts';
import { startWorker } from './worker/register.ts';

startTheme();
startRouter();
startKeys();
followPerson();
void startPerson();
lockWhenIdle(() => showToast({ text: messages().unreachable, refused: true }));
followSharedScreen();
readSharedScreen().catch(() => {});
await startLanguage();
render(<Shell />, document.getElementById('desk')!);
startWorker();
