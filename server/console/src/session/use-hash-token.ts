import { useState } from 'react';

/** What stands behind the `#` of the address, which no server sees. It is taken from there at once. */
function takeHash(): string {
  const token = decodeURIComponent(location.hash.slice(1));
  if (token) history.replaceState(history.state, '', location.pathname + location.search);
  return token;
}

/** The token that a mail's address has behind its `#`; '' for none. */
export function useHashToken(): string {
  const [token] = useState(takeHash);
  return token;
}
