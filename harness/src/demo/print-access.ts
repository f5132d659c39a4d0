import { makeLink } from '@tributary/server/platform/auth/session/mailed-links/make-link';
import type { OpenShop } from './play/set-up-shop.ts';
import type { DemoService } from './service/start-demo-service.ts';

/** How to reach the running demo: its console, signed in; the owner's credentials; and commands to try. */
export async function printAccess(service: DemoService, { credentials }: OpenShop): Promise<string[]> {
  const { origin, anonKey, services, clock } = service;
  const { email, password } = credentials;
  const token = await makeLink(services.workPool, 'sign_in', email, clock.now());
  return [
    'Look at it in a browser (this address signs you in, once, within ten minutes):',
    '',
    `  ${origin}/console/sign-in#${token}`,
    '',
    `Tributary is running at ${origin}`,
    `  e-mail    ${email}`,
    `  password  ${password}`,
    `  ANON_KEY  ${anonKey}`,
    '',
    'Sign in, and read a report and the explanations of the latest installs:',
    '',
    `TOKEN=$(curl -si ${origin}/api/auth/sign-in/email -H 'content-type: application/json' \\`,
    `  -d '{"email":"${email}","password":"${password}"}' | tr -d '\\r' | sed -n 's/^[Ss]et-[Aa]uth-[Tt]oken: //p')`,
    `curl -s "${origin}/v1/analytics?resource=summary" -H "authorization: Bearer $TOKEN"`,
    `curl -s "${origin}/v1/analytics?resource=attribution_log" -H "authorization: Bearer $TOKEN"`,
    `curl -s ${origin}/rest/v1/rpc/list_postbacks -H "apikey: ${anonKey}" -H "authorization: Bearer $TOKEN" -d '{}'`,
    '',
    'Ctrl-C stops it and removes its data.',
  ];
}
