// Entry point of the front desk: styles, then the page.
import { render } from 'preact';
import './styles/tokens.css';
import './styles/base.css';

render(<main class="shell">innwire</main>, document.getElementById('desk')!);
