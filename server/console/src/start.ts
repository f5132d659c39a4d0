import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/charts.css';
import './styles/frame.css';
import './styles/floating.css';
import './styles/setup.css';
import { loadAhead } from './frame/load-ahead.ts';
import { expectsSession } from './session/expect-session.ts';
import { resumeSession } from './session/session.ts';

// The router takes longer to be read than the service takes to answer: what a signed-in person needs is asked for before.
if (expectsSession()) {
  // Whoever needs the session next hears of a failure.
  resumeSession().catch(() => {});
  loadAhead(location.pathname);
}
void import('./main.tsx');
