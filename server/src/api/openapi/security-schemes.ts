import type { Credential } from '../../platform/http/route-facts.ts';

/** How each credential travels. */
export const SECURITY_SCHEMES: Readonly<Record<Credential, object>> = {
  session: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a signed-in person: the header `set-auth-token` of the answer to a sign-in.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token for tools and scripts, from `create_access_token`.',
  },
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description:
      'The service’s `ANON_KEY`. It is no secret of a person: every procedure needs it beside a bearer token.',
  },
  sdkKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Api-Key',
    description: 'An app’s SDK key, from `generate_key`. It authenticates no event.',
  },
  eventSignature: {
    type: 'http',
    scheme: 'event-signature',
    description:
      'No header: each event has a member `signature`, HMAC-SHA256 in hex over its other members, keyed with the app’s `sdk_secret`.',
  },
  providerSignature: {
    type: 'apiKey',
    in: 'header',
    name: 'x-service-signature',
    description:
      'The payment provider’s signature over the raw body. `generic`: HMAC-SHA256 in hex in `x-service-signature`. ' +
      '`provider_a`: HMAC-SHA512 in hex in `x-paystack-signature` or `x-provider-a-signature`. `provider_b`: the secret ' +
      'itself in `verif-hash`, or HMAC-SHA256 in Base64 in `flutterwave-signature`. ' +
      '`provider_c`: `t=<seconds>,v1=<HMAC-SHA256 of "{t}.{body}">` in `stripe-signature` or `provider-c-signature`. ' +
      'Where several are there, each must be valid.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The service’s `METRICS_TOKEN`.' },
};
