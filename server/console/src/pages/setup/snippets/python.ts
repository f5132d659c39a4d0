import type { Snippet } from './snippet.ts';

/** Needs Python's standard library alone. */
export const python: Snippet = {
  id: 'python',
  name: 'Python',
  page: 'clients',
  parts: ({ service, apiKey, appId, customerId }) => [
    {
      title: 'first.py, to be run with: python3 first.py',
      text: `import hashlib, hmac, json, time
from urllib.request import Request, urlopen

SERVICE = "${service}"
API_KEY = "${apiKey}"

# The secret that this key's app signs with.
resolve = Request(f"{SERVICE}/v1/resolve-key", headers={"X-Service-Api-Key": API_KEY})
secret = json.load(urlopen(resolve))["sdk_secret"]

event = {
    "app_id": "${appId}",
    "customer_id": "${customerId}",
    "event_id": f"first-{time.time_ns()}",
    "event_type": "open",
    "sdk_version": "python",
    "timestamp": time.time_ns() // 1_000_000,
    "user_id": "user-1",
}
# The members sorted by name, without white space: exactly this text is signed and sent.
text = json.dumps(dict(sorted(event.items())), separators=(",", ":"))
signature = hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest()
body = f'{text[:-1]},"signature":"{signature}"}}'
print(urlopen(f"{SERVICE}/v1/ingest", body.encode()).read().decode())`,
    },
  ],
};
