import type { Snippet } from './snippet.ts';

/** Needs bash, curl and openssl alone. */
export const curl: Snippet = {
  id: 'curl',
  name: 'curl',
  page: 'clients',
  parts: ({ service, apiKey, appId, customerId }) => [
    {
      title: 'In a terminal',
      text: `SERVICE='${service}'
API_KEY='${apiKey}'
# The secret that this key's app signs with.
SECRET=$(curl -s "$SERVICE/v1/resolve-key" -H "X-Service-Api-Key: $API_KEY" |
  sed 's/.*"sdk_secret":"\\([^"]*\\)".*/\\1/')
NOW=$(date +%s)000
# The members sorted by name, without white space: exactly this text is signed and sent.
EVENT='{"app_id":"${appId}"'\\
',"customer_id":"${customerId}"'\\
',"event_id":"first-'$NOW'","event_type":"open","sdk_version":"curl"'\\
',"timestamp":'$NOW',"user_id":"user-1"}'
SIGNATURE=$(printf %s "$EVENT" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/.* //')
curl -sw '\\n' "$SERVICE/v1/ingest" -d "\${EVENT%\\}},\\"signature\\":\\"$SIGNATURE\\"}"`,
    },
  ],
};
