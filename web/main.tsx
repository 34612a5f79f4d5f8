// Entry point of the front desk: styles, the person's language and theme, the address, then the page.
import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/shell.css';
import { startLanguage } from './language.ts';
import { BASE, goTo, place, startRouter } from './router.ts';
import { SCREENS } from './screens.ts';
import { Shell } from './shell/Shell.tsx';
import { startTheme } from './theme.ts';

startTheme();
startRouter();
if (place().path === BASE) goTo(SCREENS[0]!.path, { replace: true });
await startLanguage();
render(<Shell />, document.getElementById('desk')!);
