import { useEffect, useState } from 'react';

const TOKEN = /^[\w-]{1,200}$/;

/** What stands behind the `#` of the address, which no server sees. It is taken from there at once. */
function takeHash(): string | null {
  const text = location.hash.slice(1);
  if (text) history.replaceState(history.state, '', location.pathname + location.search);
  return text === '' || TOKEN.test(text) ? text : null;
}

/**
 * The token that a mail's address has behind its `#`; '' for none, null for what can be none. A link that is put into the
 * tab of the page changes the hash alone, and loads nothing: the newer token counts.
 */
export function useHashToken(): string | null {
  const [token, setToken] = useState(takeHash);
  useEffect(() => {
    const take = () => {
      if (location.hash.length > 1) setToken(takeHash());
    };
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, []);
  return token;
}
